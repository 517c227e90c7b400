print("only printed")
