x = []
while True:
    x.append(bytes(1_000_000))
