def read(d):
    try:
        return d["key"]
    except KeyError as error:
        raise LookupError("no such entry") from error

try:
    read({})
except LookupError:
    undefined
