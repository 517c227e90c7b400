print("before")
x = bytearray(10 ** 9 * 2)
