a, b = 1, 2
assert a == b, f"{a} is not {b}"
