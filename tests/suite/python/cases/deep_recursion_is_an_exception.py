def deep(n):
    return deep(n + 1)

caught = []
for attempt in (
    lambda: deep(0),
    lambda: __import__("json").loads("[" * 100_000),
    lambda: __import__("json").dumps(nested()),
    lambda: compile("(" * 5000 + ")" * 5000, "x", "eval"),
    lambda: __import__("re").compile("(" * 3000 + ")" * 3000),
    lambda: __import__("pickle").dumps(nested()),
    lambda: __import__("copy").deepcopy(nested()),
):
    def nested():
        x = []
        for _ in range(100_000):
            x = [x]
        return x
    try:
        attempt()
    except (RecursionError, MemoryError, SyntaxError) as error:
        caught.append(type(error).__name__)
caught
