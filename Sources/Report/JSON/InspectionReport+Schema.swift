extension InspectionReport {
    /// The JSON Schema of what `json()` writes.
    ///
    /// Spec: JSON Schema, draft 2020-12.
    public static let jsonSchema = #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "$id": "urn:emrtd:inspection-report:1",
          "title": "Inspection report of an electronic travel document",
          "type": "object",
          "required": [
            "schema", "verdict", "answers", "transactionId", "component", "startedAt", "endedAt", "policy",
            "trustLists", "reading", "files", "dataGroups", "checks", "remarks"
          ],
          "additionalProperties": false,
          "properties": {
            "schema": { "const": "emrtd/inspection-report/1" },
            "verdict": {
              "description": "Derived from the mandatory checks: any failed, rejected; any open or none successful, undecided.",
              "enum": ["accepted", "undecided", "rejected"]
            },
            "answers": {
              "description": "Derived from the checks of each answer.",
              "type": "object",
              "required": ["access", "files", "dataIntegrity", "issuerTrust", "chipGenuineness", "consistency"],
              "additionalProperties": false,
              "properties": {
                "access": { "$ref": "#/$defs/answer" },
                "files": { "$ref": "#/$defs/answer" },
                "dataIntegrity": { "$ref": "#/$defs/answer" },
                "issuerTrust": { "$ref": "#/$defs/answer" },
                "chipGenuineness": { "$ref": "#/$defs/answer" },
                "consistency": { "$ref": "#/$defs/answer" }
              }
            },
            "transactionId": { "type": "string" },
            "component": {
              "type": "object",
              "required": ["name", "version"],
              "additionalProperties": false,
              "properties": { "name": { "type": "string" }, "version": { "type": "string" } }
            },
            "startedAt": { "$ref": "#/$defs/time" },
            "endedAt": { "$ref": "#/$defs/time" },
            "policy": {
              "type": "object",
              "required": ["name", "access", "judgedAt", "basis"],
              "additionalProperties": false,
              "properties": {
                "name": { "type": "string" },
                "base": { "enum": ["strict", "operational", "archive"] },
                "sha256": { "$ref": "#/$defs/sha256" },
                "access": { "type": "string" },
                "judgedAt": { "$ref": "#/$defs/time" },
                "basis": { "type": "string" }
              }
            },
            "trustLists": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["kind", "name", "certificateCount"],
                "additionalProperties": false,
                "properties": {
                  "kind": { "type": "string" },
                  "name": { "type": "string" },
                  "certificateCount": {
                    "description": "Certificates; of the kind revocationLists, revocation lists.",
                    "type": "integer", "minimum": 0
                  },
                  "sha256": { "$ref": "#/$defs/sha256" },
                  "country": { "type": "string" },
                  "signingTime": { "$ref": "#/$defs/time" },
                  "signerSHA256": { "$ref": "#/$defs/sha256" },
                  "generation": { "type": "string" }
                }
              }
            },
            "document": {
              "type": "object",
              "required": [
                "origin", "format", "documentCode", "issuingState", "documentNumber", "primaryIdentifier",
                "secondaryIdentifier", "nationality", "dateOfBirth", "sex", "dateOfExpiry", "lines", "details"
              ],
              "additionalProperties": false,
              "properties": {
                "origin": { "enum": ["chip", "printed"] },
                "format": { "type": "string" },
                "documentCode": { "type": "string" },
                "documentKind": { "type": "string" },
                "issuingState": { "type": "string" },
                "issuingStateName": { "type": "string" },
                "documentNumber": { "type": "string" },
                "primaryIdentifier": { "type": "string" },
                "secondaryIdentifier": { "type": "string" },
                "nationality": { "type": "string" },
                "dateOfBirth": { "type": "string" },
                "sex": { "type": "string" },
                "dateOfExpiry": { "type": "string" },
                "lines": { "type": "array", "items": { "type": "string" } },
                "details": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": ["group", "name", "value"],
                    "additionalProperties": false,
                    "properties": {
                      "group": { "type": "string" },
                      "name": { "type": "string" },
                      "value": { "type": "string" }
                    }
                  }
                }
              }
            },
            "portrait": { "$ref": "#/$defs/picture" },
            "capture": \#(CaptureSummary.jsonSchema),
            "reading": {
              "type": "object",
              "required": ["origin", "startedAt", "steps"],
              "additionalProperties": false,
              "properties": {
                "origin": { "enum": ["live", "evidence"] },
                "startedAt": { "$ref": "#/$defs/time" },
                "readerName": { "type": "string" },
                "accessProtocol": { "type": "string" },
                "offersPACE": { "type": "boolean" },
                "brokenOff": { "$ref": "#/$defs/reason" },
                "evidence": {
                  "description": "Whether what was read is kept, and in which folder; not there where it is not known.",
                  "type": "object",
                  "required": ["isKept"],
                  "additionalProperties": false,
                  "properties": { "isKept": { "type": "boolean" }, "folder": { "type": "string" } }
                },
                "steps": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": ["name", "apduCount", "sentByteCount", "receivedByteCount", "microseconds"],
                    "additionalProperties": false,
                    "properties": {
                      "name": { "type": "string" },
                      "apduCount": { "type": "integer", "minimum": 0 },
                      "sentByteCount": { "type": "integer", "minimum": 0 },
                      "receivedByteCount": { "type": "integer", "minimum": 0 },
                      "microseconds": { "type": "integer", "minimum": 0 }
                    }
                  }
                }
              }
            },
            "files": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["name", "state"],
                "additionalProperties": false,
                "properties": {
                  "name": { "type": "string" },
                  "state": { "enum": ["read", "absent", "refused", "protected", "skipped", "damaged", "partial"] },
                  "byteCount": { "type": "integer", "minimum": 0 },
                  "sha256": { "$ref": "#/$defs/sha256" },
                  "status": { "type": "string", "pattern": "^[0-9A-F]{4}$" },
                  "note": { "type": "string" }
                }
              }
            },
            "records": {
              "description": "What states wrote onto the chip after it was issued; missing where nothing was read.",
              "type": "array",
              "items": {
                "type": "object",
                "required": ["name", "kind", "fields", "result"],
                "additionalProperties": false,
                "properties": {
                  "name": { "type": "string" },
                  "kind": { "enum": ["entry", "exit", "visa", "biometrics"] },
                  "fields": {
                    "type": "array",
                    "items": {
                      "type": "object",
                      "required": ["name", "value"],
                      "additionalProperties": false,
                      "properties": { "name": { "type": "string" }, "value": { "type": "string" } }
                    }
                  },
                  "result": { "$ref": "#/$defs/result" },
                  "reason": { "$ref": "#/$defs/reason" }
                }
              }
            },
            "dataGroups": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["number", "integrity"],
                "additionalProperties": false,
                "properties": {
                  "number": { "type": "integer", "minimum": 1, "maximum": 16 },
                  "integrity": {
                    "enum": ["identical", "not identical", "present", "not present", "non conformance", "aborted"]
                  },
                  "algorithm": { "type": "string" }
                }
              }
            },
            "signer": {
              "type": "object",
              "required": ["trust"],
              "additionalProperties": false,
              "properties": {
                "trust": { "enum": ["trusted", "not trusted", "undetermined"] },
                "certificate": { "$ref": "#/$defs/certificate" },
                "anchor": { "$ref": "#/$defs/certificate" },
                "signatureAlgorithm": { "type": "string" },
                "signedAt": { "$ref": "#/$defs/time" }
              }
            },
            "nextSteps": {
              "description": "Derived: what the person at the desk can do now, the most useful first, in words.",
              "type": "array",
              "items": { "type": "string" }
            },
            "knownDefects": {
              "description": "What deviation lists and defect lists know to be wrong; missing where they know nothing.",
              "type": "array",
              "items": {
                "type": "object",
                "required": ["type", "listKind", "listName", "critical", "applied", "changedChecks", "trustBefore"],
                "additionalProperties": false,
                "properties": {
                  "type": { "type": "string" },
                  "text": { "type": "string" },
                  "listKind": { "enum": ["deviationList", "defectList"] },
                  "listName": { "type": "string" },
                  "country": { "type": "string" },
                  "sha256": { "$ref": "#/$defs/sha256" },
                  "critical": { "type": "boolean" },
                  "applied": { "type": "boolean" },
                  "changedChecks": { "type": "array", "items": { "type": "string" } },
                  "trustBefore": { "enum": ["trusted", "not trusted", "undetermined"] }
                }
              }
            },
            "checks": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["id", "answer", "obligation", "result", "source", "evidence"],
                "additionalProperties": false,
                "properties": {
                  "id": { "type": "string" },
                  "answer": {
                    "enum": ["access", "files", "dataIntegrity", "issuerTrust", "chipGenuineness", "consistency"]
                  },
                  "obligation": { "enum": ["mandatory", "optional", "recorded"] },
                  "result": { "$ref": "#/$defs/result" },
                  "reason": { "$ref": "#/$defs/reason" },
                  "source": {
                    "type": "object",
                    "required": ["publication", "clause"],
                    "additionalProperties": false,
                    "properties": {
                      "publication": { "type": "string" },
                      "clause": { "type": "string" },
                      "step": { "type": "string" }
                    }
                  },
                  "trNumber": { "description": "The clause of BSI TR-03135-1.", "type": "string" },
                  "preDefectResult": {
                    "description": "What the check said before a known defect changed it.",
                    "type": "object",
                    "required": ["result"],
                    "additionalProperties": false,
                    "properties": {
                      "result": { "$ref": "#/$defs/result" },
                      "reason": { "$ref": "#/$defs/reason" }
                    }
                  },
                  "leniency": {
                    "description": "What a policy of somebody's own lets pass that the policy it is based on does not.",
                    "$ref": "#/$defs/reason"
                  },
                  "evidence": {
                    "type": "array",
                    "items": {
                      "type": "object",
                      "required": ["name", "value"],
                      "additionalProperties": false,
                      "properties": { "name": { "type": "string" }, "value": { "type": "string" } }
                    }
                  }
                }
              }
            },
            "remarks": { "type": "array", "items": { "$ref": "#/$defs/reason" } }
          },
          "$defs": {
            "time": {
              "type": "string",
              "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"
            },
            "sha256": { "type": "string", "pattern": "^[0-9A-F]{64}$" },
            \#(CaptureSummary.jsonSchemaDefinitions),
            "result": { "enum": ["successful", "failed", "undetermined", "notSupported", "aborted"] },
            "reason": {
              "type": "object",
              "required": ["code", "text"],
              "additionalProperties": false,
              "properties": { "code": { "type": "string" }, "text": { "type": "string" } }
            },
            "answer": {
              "type": "object",
              "required": ["result", "remarkCount"],
              "additionalProperties": false,
              "properties": {
                "result": { "$ref": "#/$defs/result" },
                "reason": { "$ref": "#/$defs/reason" },
                "remarkCount": { "type": "integer", "minimum": 0 }
              }
            },
            "certificate": {
              "type": "object",
              "required": ["subject", "issuer", "serialNumber", "notBefore", "notAfter", "sha256"],
              "additionalProperties": false,
              "properties": {
                "subject": { "type": "string" },
                "issuer": { "type": "string" },
                "serialNumber": { "type": "string" },
                "notBefore": { "$ref": "#/$defs/time" },
                "notAfter": { "$ref": "#/$defs/time" },
                "sha256": { "$ref": "#/$defs/sha256" }
              }
            }
          }
        }

        """#
}
