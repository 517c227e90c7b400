import unittest

class Fine(unittest.TestCase):
    def test_it(self): pass

unittest.main()
