class Bad:
    def __repr__(self):
        raise ValueError("no repr")

Bad()
