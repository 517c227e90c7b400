from dataclasses import dataclass, field, asdict
from enum import Enum, auto
from typing import NamedTuple, Protocol
import abc

class Color(Enum):
    RED = auto()
    BLUE = auto()

@dataclass(order=True, slots=True)
class Item:
    price: float
    name: str = field(compare=False)
    tags: list[str] = field(default_factory=list)

class Point(NamedTuple):
    x: int
    y: int = 0

class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...

try:
    Shape()
except TypeError as error:
    print(error)
print(asdict(min(Item(2, "b"), Item(1, "a"))), Color.RED, Point(1))
