import __main__, sys, pickle, typing
class Mine:
    x: "int" = 1
if __name__ == "__main__":
    print(__main__.Mine is Mine, sys.argv, pickle.loads(pickle.dumps(Mine())).x, typing.get_type_hints(Mine), __file__)
