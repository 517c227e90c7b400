import inspect

def add(a, b):
    return a + b

class Thing:
    """A thing."""

print(inspect.getsource(add), inspect.getsource(Thing), inspect.signature(add))
