def kind(x):
    match x:
        case {"type": "point", "at": [x, y]}:
            return f"point {x} {y}"
        case [first, *rest] if rest:
            return f"{first} and {len(rest)} more"
        case str() | bytes():
            return "text"
        case _:
            return "other"

[kind({"type": "point", "at": [1, 2]}), kind([1, 2, 3]), kind("a"), kind(1.5)]
