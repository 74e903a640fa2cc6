"""Validates JSON documents against a JSON schema: validate_json.py SCHEMA FILE..."""
import json
import os
import sys

import jsonschema

schema_file = os.path.abspath(sys.argv[1])
with open(schema_file, encoding="utf-8") as f:
    schema = json.load(f)
jsonschema.Draft7Validator.check_schema(schema)
resolver = jsonschema.RefResolver("file://" + schema_file, schema)
validator = jsonschema.Draft7Validator(schema, resolver=resolver)
bad = 0
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as f:
        document = json.load(f)
    for error in validator.iter_errors(document):
        print(f"{name}: {'/'.join(map(str, error.absolute_path))}: {error.message}")
        bad += 1
print(f"{len(sys.argv) - 2} documents, {bad} errors")
sys.exit(1 if bad else 0)
