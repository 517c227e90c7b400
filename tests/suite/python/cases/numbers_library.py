from decimal import Decimal, getcontext
from fractions import Fraction
import statistics, math, cmath, random
getcontext().prec = 30
print(Decimal(1) / 7, Fraction(3, 4) + Fraction(1, 6), statistics.quantiles([1, 2, 3, 4, 5]), statistics.linear_regression([1, 2, 3], [2, 4, 6]))
print(math.fsum([0.1] * 10), math.dist((0, 0), (3, 4)), cmath.sqrt(-1), round(statistics.NormalDist(0, 1).cdf(1.96), 4))
random.seed(42)
random.random(), random.sample(range(100), 3), random.choice("abc")
