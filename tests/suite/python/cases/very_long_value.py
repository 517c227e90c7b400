list(range(100_000))
