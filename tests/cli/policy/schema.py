# Whether lines obey a JSON schema, by as much of its rules as ours uses: one that is not
# known here is a failure.
#     schema.py SCHEMA <LINES     (marks "-> " and "<- " before them are passed over)
import json, sys

schema = json.load(open(sys.argv[1]))
kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}

def is_a(value, kind):
    if kind in ("number", "integer"):
        return type(value) is int or (kind == "number" and type(value) is float)
    return isinstance(value, kinds[kind])

def obeys(value, rule):
    for word, says in rule.items():
        if word == "$ref" and not obeys(value, schema["$defs"][says.removeprefix("#/$defs/")]):
            return False
        if word == "anyOf" and not any(obeys(value, other) for other in says):
            return False
        if word == "type" and not any(is_a(value, kind) for kind in ([says] if isinstance(says, str) else says)):
            return False
        if word == "const" and (value != says or type(value) is not type(says)):
            return False
        if word == "enum" and value not in says:
            return False
        if word == "minimum" and value < says:
            return False
        if word == "required" and not all(name in value for name in says):
            return False
        if word == "items" and not all(obeys(item, says) for item in value):
            return False
        if word == "properties" and not all(obeys(value[name], of) for name, of in says.items() if name in value):
            return False
        if word == "additionalProperties" and not all(obeys(item, says) for item in value.values()):
            return False
        assert word in ("$ref anyOf type const enum minimum required items properties "
                        "additionalProperties $schema title $defs").split(), word
    return True

n = 0
for line in sys.stdin:
    n += 1
    if not obeys(json.loads(line.removeprefix("-> ").removeprefix("<- ")), schema):
        sys.exit(f"does not obey the schema: {line}")
if n == 0:
    sys.exit("there are no lines")
