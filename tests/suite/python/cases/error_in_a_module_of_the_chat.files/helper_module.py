def fail(n):
    raise ValueError(f"bad {n}")
