class Noisy:
    def __del__(self):
        print("gone")

kept = Noisy()
cycle = [Noisy()]
cycle.append(cycle)
print("end")
