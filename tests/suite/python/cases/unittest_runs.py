import unittest

class Sums(unittest.TestCase):
    def test_right(self):
        self.assertEqual(1 + 1, 2)

    def test_wrong(self):
        with self.subTest("inner"):
            self.assertEqual(1, 2)

result = unittest.main(exit=False, argv=["tests"]).result
result.testsRun, len(result.failures)
