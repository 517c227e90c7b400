class Odd:
    def __repr__(self):
        return "odd \udcff"

Odd()
