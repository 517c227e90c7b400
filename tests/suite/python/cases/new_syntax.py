type Pair[T] = tuple[T, T]

def first[T](pair: Pair[T]) -> T:
    return pair[0]

name = "world"
template = t"hello {name}"
print(first((1, 2)), f"{'nested ' + f'{1 + 1}'}", template.strings, template.values)
try:
    raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
except* ValueError as group:
    print("caught", group.exceptions)
except* TypeError:
    print("types")
