extension InspectionReport {
    /// The JSON Schema of what `tr03135JSON()` writes.
    ///
    /// Spec: JSON Schema, draft 2020-12.
    public static let tr03135Schema = #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "$id": "urn:emrtd:tr03135-report:1",
          "title": "Log of an inspection in the terms of BSI TR-03135-1",
          "description": "Numbers, names and values follow the publication; its XML schemas were not at hand, no conformity is claimed.",
          "type": "object",
          "required": [
            "schema", "derivedFrom", "profile", "transactionId", "component", "timing", "policy", "usedLists", "overall",
            "checks", "dataGroups", "quirks"
          ],
          "additionalProperties": false,
          "properties": {
            "schema": { "const": "emrtd/tr03135-report/1" },
            "derivedFrom": { "type": "string" },
            "profile": { "enum": ["standard", "full"] },
            "transactionId": { "type": "string" },
            "component": {
              "type": "object",
              "required": ["name", "version"],
              "additionalProperties": false,
              "properties": { "name": { "type": "string" }, "version": { "type": "string" } }
            },
            "timing": {
              "type": "object",
              "required": ["start", "end"],
              "additionalProperties": false,
              "properties": { "start": { "$ref": "#/$defs/time" }, "end": { "$ref": "#/$defs/time" } }
            },
            "policy": {
              "type": "object",
              "required": ["name", "judgedAt", "validityTime"],
              "additionalProperties": false,
              "properties": {
                "name": { "type": "string" },
                "basedOn": { "enum": ["strict", "operational", "archive"] },
                "sha256": { "$ref": "#/$defs/sha256" },
                "judgedAt": { "$ref": "#/$defs/time" },
                "validityTime": { "type": "string" }
              }
            },
            "usedLists": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["type", "name", "count"],
                "additionalProperties": false,
                "properties": {
                  "type": { "type": "string" },
                  "name": { "type": "string" },
                  "issuer": { "type": "string" },
                  "signingTime": { "$ref": "#/$defs/time" },
                  "sha256": { "$ref": "#/$defs/sha256" },
                  "signerCertSha256": { "$ref": "#/$defs/sha256" },
                  "count": { "type": "integer", "minimum": 0 }
                }
              }
            },
            "document": {
              "description": "Beyond the first four members, of the profile full alone.",
              "type": "object",
              "required": ["documentCode", "issuingState", "format", "origin"],
              "additionalProperties": false,
              "properties": {
                "documentCode": { "type": "string" },
                "issuingState": { "type": "string" },
                "format": { "type": "string" },
                "origin": { "enum": ["chip", "printed"] },
                "documentNumber": { "type": "string" },
                "primaryIdentifier": { "type": "string" },
                "secondaryIdentifier": { "type": "string" },
                "nationality": { "type": "string" },
                "dateOfBirth": { "type": "string" },
                "sex": { "type": "string" },
                "dateOfExpiry": { "type": "string" },
                "lines": { "type": "array", "items": { "type": "string" } }
              }
            },
            "overall": { "$ref": "#/$defs/check" },
            "checks": { "type": "array", "items": { "$ref": "#/$defs/check" } },
            "dataGroups": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["dg", "integrity"],
                "additionalProperties": false,
                "properties": {
                  "dg": { "type": "integer", "minimum": 1, "maximum": 16 },
                  "integrity": {
                    "enum": ["identical", "not identical", "present", "not present", "non conformance", "aborted"]
                  },
                  "algorithm": { "type": "string" }
                }
              }
            },
            "signer": {
              "type": "object",
              "required": [
                "trustStatus", "certificateChainValidity", "signerCertificateSignature", "knownDefects",
                "unknownCriticalExtension"
              ],
              "additionalProperties": false,
              "properties": {
                "trustStatus": { "$ref": "#/$defs/trustStatus" },
                "certificateChainValidity": {
                  "type": "object",
                  "required": ["caCertificateValidity", "signerCertificateValidity"],
                  "additionalProperties": false,
                  "properties": {
                    "caCertificateValidity": { "$ref": "#/$defs/validity" },
                    "signerCertificateValidity": { "$ref": "#/$defs/validity" }
                  }
                },
                "signerCertificateSignature": {
                  "type": "object",
                  "required": ["status"],
                  "additionalProperties": false,
                  "properties": {
                    "status": { "$ref": "#/$defs/signatureStatus" },
                    "message": { "type": "string" }
                  }
                },
                "knownDefects": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": ["critical", "applied", "preDefectResult", "defect"],
                    "additionalProperties": false,
                    "properties": {
                      "critical": { "type": "boolean" },
                      "applied": { "type": "boolean" },
                      "preDefectResult": {
                        "type": "object",
                        "required": ["trustStatus", "signatureStatus", "certChainValidity"],
                        "additionalProperties": false,
                        "properties": {
                          "trustStatus": { "$ref": "#/$defs/trustStatus" },
                          "signatureStatus": { "$ref": "#/$defs/signatureStatus" },
                          "certChainValidity": { "$ref": "#/$defs/validityStatus" }
                        }
                      },
                      "defect": {
                        "type": "object",
                        "required": ["type", "list", "checks"],
                        "additionalProperties": false,
                        "properties": {
                          "type": { "type": "string" },
                          "text": { "type": "string" },
                          "list": { "enum": ["deviationList", "defectList"] },
                          "issuer": { "type": "string" },
                          "sha256": { "$ref": "#/$defs/sha256" },
                          "checks": { "type": "array", "items": { "type": "string" } }
                        }
                      }
                    }
                  }
                },
                "unknownCriticalExtension": { "type": "array", "items": { "type": "string" } },
                "caCertificate": { "$ref": "#/$defs/certificate" },
                "signerCertificate": { "$ref": "#/$defs/certificate" }
              }
            },
            "quirks": { "type": "array", "items": { "type": "string" } }
          },
          "$defs": {
            "time": { "type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$" },
            "sha256": { "type": "string", "pattern": "^[0-9A-F]{64}$" },
            "trustStatus": { "enum": ["certificate_ok", "certificate_undetermined", "certificate_invalid"] },
            "signatureStatus": { "enum": ["signature_ok", "signature_invalid", "signature_not_checked"] },
            "validityStatus": {
              "enum": [
                "certificate_valid", "certificate_expired", "certificate_not_available", "certificate_not_yet_valid"
              ]
            },
            "validity": {
              "type": "object",
              "required": ["status"],
              "additionalProperties": false,
              "properties": {
                "status": { "$ref": "#/$defs/validityStatus" },
                "effectiveDate": { "$ref": "#/$defs/time" },
                "expirationDate": { "$ref": "#/$defs/time" },
                "message": { "type": "string" }
              }
            },
            "certificate": {
              "type": "object",
              "required": ["subject", "issuer", "serialNumber", "sha256"],
              "additionalProperties": false,
              "properties": {
                "subject": { "type": "string" },
                "issuer": { "type": "string" },
                "serialNumber": { "type": "string" },
                "sha256": { "$ref": "#/$defs/sha256" }
              }
            },
            "result": { "enum": ["successful", "failed", "undetermined", "not supported", "aborted"] },
            "colour": { "enum": ["green", "red", "yellow", "grey"] },
            "check": {
              "type": "object",
              "required": ["id", "name", "state", "result", "colour"],
              "additionalProperties": false,
              "properties": {
                "id": { "description": "The clause of TR-03135-1.", "type": "string", "pattern": "^5(\\.[0-9]+)*$" },
                "name": { "type": "string" },
                "check": { "description": "The check of this program.", "type": "string" },
                "obligation": { "description": "Missing for checks that sum others up.", "enum": ["m", "o", "e"] },
                "state": { "enum": ["initiated", "running", "terminated", "aborted"] },
                "result": { "$ref": "#/$defs/result" },
                "colour": { "$ref": "#/$defs/colour" },
                "reason": { "type": "string" },
                "errorCode": { "type": "integer", "minimum": 1000, "maximum": 999999 },
                "message": { "type": "string" },
                "preDefectResult": {
                  "type": "object",
                  "required": ["state", "result", "colour"],
                  "additionalProperties": false,
                  "properties": {
                    "state": { "enum": ["initiated", "running", "terminated", "aborted"] },
                    "result": { "$ref": "#/$defs/result" },
                    "colour": { "$ref": "#/$defs/colour" },
                    "reason": { "type": "string" }
                  }
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
          }
        }

        """#
}
