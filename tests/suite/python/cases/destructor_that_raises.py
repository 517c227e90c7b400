class Bad:
    def __del__(self):
        raise ValueError("in destructor")

bad = Bad()
print("fine")
