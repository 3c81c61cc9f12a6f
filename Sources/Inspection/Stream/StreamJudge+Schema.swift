extension StreamJudge {
    /// The JSON Schema of a line that `verify --stream` answers with.
    ///
    /// Spec: JSON Schema, draft 2020-12.
    public static let jsonSchema = #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "$id": "urn:emrtd:stream-answer:1",
          "title": "The answer to one record of a stream",
          "type": "object",
          "required": ["id", "policy", "at", "generation", "version"],
          "oneOf": [
            { "required": ["verdict", "trust", "signer", "failed", "open", "quirks", "dataGroups"] },
            { "required": ["error"] }
          ],
          "additionalProperties": false,
          "properties": {
            "id": { "description": "The record's own name; null where it has none.", "type": ["string", "integer", "null"] },
            "verdict": { "enum": ["accepted", "undecided", "rejected"] },
            "trust": { "description": "Of the document signer.", "enum": ["trusted", "not trusted", "undetermined"] },
            "signer": {
              "description": "The document signer certificate; null where it is not known.",
              "type": ["object", "null"],
              "required": ["sha256", "country"],
              "additionalProperties": false,
              "properties": {
                "sha256": { "type": "string", "pattern": "^[0-9a-f]{64}$" },
                "country": { "type": ["string", "null"] }
              }
            },
            "failed": { "$ref": "#/$defs/checks" },
            "open": { "description": "Undetermined or broken off.", "$ref": "#/$defs/checks" },
            "quirks": {
              "description": "Departures from the rules that were met.", "type": "array", "items": { "type": "string" }
            },
            "dataGroups": {
              "description": "What became of each data group, by number.",
              "type": "object",
              "additionalProperties": {
                "enum": ["identical", "not identical", "present", "not present", "non conformance", "aborted"]
              }
            },
            "report": { "description": "With --reports, for a reading: its inspection report.", "type": "object" },
            "error": {
              "description": "Why the line was not judged.",
              "type": "object",
              "required": ["line", "code", "words"],
              "additionalProperties": false,
              "properties": {
                "line": { "description": "Which line of the stream, from 1 on.", "type": "integer" },
                "code": {
                  "enum": [
                    "lineTooLong", "notUTF8", "notJSON", "wrongType", "memberTwice", "notARecord", "base64",
                    "hexadecimal", "hashLength", "hashAlgorithm", "dataGroupNumber", "dataGroupTwice", "time", "evidence"
                  ]
                },
                "words": { "type": "string" }
              }
            },
            "policy": { "type": "string" },
            "policySHA256": {
              "description": "Of the file of a policy of one's own.", "type": "string", "pattern": "^[0-9a-f]{64}$"
            },
            "at": {
              "description": "The time of checking.",
              "type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"
            },
            "generation": { "description": "Of the trust data: the same data has the same.", "type": "string" },
            "version": { "description": "Of the program.", "type": "string" }
          },
          "$defs": {
            "checks": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["check", "code", "obligation"],
                "additionalProperties": false,
                "properties": {
                  "check": { "type": "string" },
                  "code": { "type": "string" },
                  "obligation": { "enum": ["mandatory", "optional", "recorded"] }
                }
              }
            }
          }
        }

        """#
}
