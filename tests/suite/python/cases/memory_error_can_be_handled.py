try:
    bytearray(2_000_000_000)
except MemoryError:
    print("too large")
sum(range(1000))
