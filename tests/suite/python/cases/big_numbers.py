import math
print(2 ** 200, math.factorial(25), math.isqrt(10 ** 40), pow(3, 10 ** 6, 1_000_007))
10 ** 50 // 7
