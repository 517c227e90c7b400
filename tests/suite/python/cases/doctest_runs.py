import doctest

def double(x):
    """Doubles.

    >>> double(2)
    4
    >>> double("a")
    'ab'
    """
    return x * 2

doctest.testmod().failed
