for n in range(50_000):
    print(n)
