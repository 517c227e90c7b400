import gc
gc.disable()
gc.set_threshold(1)
gc.enable()
class Cycle:
    def __init__(self):
        self.me = self
for _ in range(2000):
    Cycle()
gc.collect() >= 0, gc.get_referrers(Cycle) != []
