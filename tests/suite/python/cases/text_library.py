import re, textwrap, difflib, string, itertools, functools, collections, operator, heapq, bisect
print(re.sub(r"(?P<w>\w+)@", r"<\g<w>>", "ann@x bob@y"), re.findall(r"(\d+)-(\d+)", "1-2 3-4"), textwrap.shorten("a long line of text", 12))
print(collections.Counter("banana").most_common(2), list(itertools.pairwise([1, 2, 3])), functools.reduce(operator.mul, range(1, 6)), list(itertools.batched("abcde", 2)))
print("".join(difflib.unified_diff(["a\n", "b\n"], ["a\n", "c\n"], "old", "new")))
string.Template("$x!").substitute(x=1), heapq.nsmallest(2, [3, 1, 2]), bisect.bisect([1, 3, 5], 3), f"{1234567.891:,.2f} {255:#x} {0.25:.0%} {'mid':^9}|"
