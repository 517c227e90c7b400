x = None
for _ in range(50_000):
    x = (x,)
del x
root = node = {}
for _ in range(50_000):
    node["next"] = node = {}
"freed"
