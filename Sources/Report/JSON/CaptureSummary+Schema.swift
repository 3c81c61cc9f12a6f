extension CaptureSummary {
    /// The JSON Schema of a captured zone, as a part of that of reports.
    static let jsonSchema = #"""
        {
              "description": "The picture that the printed lines come from; chances are in thousandths.",
              "type": "object",
              "required": ["source", "format", "lines", "confidence", "doubtful", "overruled"],
              "additionalProperties": false,
              "properties": {
                "source": { "type": "string" },
                "page": { "type": "integer", "minimum": 1 },
                "format": { "type": "string" },
                "lines": { "type": "array", "items": { "type": "string" } },
                "confidence": { "$ref": "#/$defs/chance" },
                "doubts": {
                  "description": "What speaks against the lines as a whole: longerLine, unevenLine, strangeInitial, furtherLine.",
                  "type": "array",
                  "items": { "$ref": "#/$defs/reason" }
                },
                "doubtful": { "type": "array", "items": { "$ref": "#/$defs/capturedCharacter" } },
                "overruled": { "type": "array", "items": { "$ref": "#/$defs/capturedCharacter" } },
                "differences": {
                  "description": "Where DG1 has other characters; missing where nothing was compared.",
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": ["line", "position", "printed", "chip", "doubtful"],
                    "additionalProperties": false,
                    "properties": {
                      "line": { "type": "integer", "minimum": 1 },
                      "position": { "type": "integer", "minimum": 1 },
                      "field": { "type": "string" },
                      "printed": { "type": "string" },
                      "chip": { "type": "string" },
                      "doubtful": { "type": "boolean" }
                    }
                  }
                },
                "rereadings": {
                  "description": "Other readings of the key, the most probable first, where the chip refused it.",
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": ["replacements", "share", "outcome"],
                    "additionalProperties": false,
                    "properties": {
                      "replacements": {
                        "type": "array",
                        "items": {
                          "type": "object",
                          "required": ["line", "position", "character", "alternative"],
                          "additionalProperties": false,
                          "properties": {
                            "line": { "type": "integer", "minimum": 1 },
                            "position": { "type": "integer", "minimum": 1 },
                            "field": { "type": "string" },
                            "character": { "type": "string" },
                            "alternative": { "type": "string" }
                          }
                        }
                      },
                      "share": { "$ref": "#/$defs/chance" },
                      "outcome": { "enum": ["offered", "opened", "refused"] }
                    }
                  }
                },
                "picture": { "$ref": "#/$defs/picture" }
              }
            }
        """#

    /// What the schema refers to.
    static let jsonSchemaDefinitions = #"""
        "chance": { "type": "integer", "minimum": 0, "maximum": 1000 },
            "capturedCharacter": {
              "type": "object",
              "required": ["line", "position", "character", "confidence", "alternatives"],
              "additionalProperties": false,
              "properties": {
                "line": { "type": "integer", "minimum": 1 },
                "position": { "type": "integer", "minimum": 1 },
                "field": { "type": "string" },
                "character": { "type": "string" },
                "confidence": { "$ref": "#/$defs/chance" },
                "seen": { "type": "string" },
                "overruledBy": { "type": "string" },
                "alternatives": { "type": "array", "items": { "type": "string" } }
              }
            },
            "picture": {
              "type": "object",
              "required": ["mediaType", "base64"],
              "additionalProperties": false,
              "properties": {
                "mediaType": { "enum": ["image/png", "image/jpeg"] },
                "base64": { "type": "string" },
                "width": { "type": "integer", "minimum": 1 },
                "height": { "type": "integer", "minimum": 1 }
              }
            }
        """#
}
