x = None
for _ in range(200_000):
    x = (x,)
del x
root = node = {}
for _ in range(100_000):
    node["next"] = node = {}
"freed"
