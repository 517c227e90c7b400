a = [1]; a.append(2); a
