"""Capsules that break the rules of Arrow raise errors; whatever comes in one is released once.

They are made by hand: pointers, counts and buffers are whatever a test wants them to be.
"""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_int, c_int64, c_void_p
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maycrawl import Agent, InputError
from maycrawl.arrow import check, check_stream


class Schema(Structure):
    _fields_ = [
        ("format", c_char_p),
        ("name", c_char_p),
        ("metadata", c_char_p),
        ("flags", c_int64),
        ("n_children", c_int64),
        ("children", c_void_p),
        ("dictionary", c_void_p),
        ("release", c_void_p),
        ("private_data", c_void_p),
    ]


class Rows(Structure):
    _fields_ = [
        ("length", c_int64),
        ("null_count", c_int64),
        ("offset", c_int64),
        ("n_buffers", c_int64),
        ("n_children", c_int64),
        ("buffers", c_void_p),
        ("children", c_void_p),
        ("dictionary", c_void_p),
        ("release", c_void_p),
        ("private_data", c_void_p),
    ]


class Stream(Structure):
    _fields_ = [(name, c_void_p) for name in ["get_schema", "get_next", "get_last_error", "release", "private_data"]]


RELEASE = CFUNCTYPE(None, c_void_p)
GET = CFUNCTYPE(c_int, c_void_p, c_void_p)
GET_ERROR = CFUNCTYPE(c_void_p, c_void_p)

new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [c_void_p, c_char_p, c_void_p]

# What capsules point to stays for the whole run, as do their names: nothing here is freed too early.
KEPT: list[Any] = []
# The addresses of the structs that were released, in order.
RELEASED: list[int] = []


def kept(value: Any) -> Any:
    KEPT.append(value)
    return value


def release_of(kind: type[Structure]) -> int:
    def release(address: int) -> None:
        struct = kind.from_address(address)
        RELEASED.append(struct.private_data)
        struct.release = None

    return address_of(kept(RELEASE(release)))


def address_of(callback: Any) -> int:
    address = ctypes.cast(callback, c_void_p).value
    assert address is not None
    return address


RELEASE_SCHEMA, RELEASE_ROWS, RELEASE_STREAM = map(release_of, [Schema, Rows, Stream])


def pointers(values: list[Any]) -> int:
    """An array of pointers to buffers, which are bytes, or to structs."""
    buffers = [kept(ctypes.create_string_buffer(value, len(value))) if isinstance(value, bytes) else value for value in values]
    addresses = [None if buffer is None else ctypes.addressof(buffer) for buffer in buffers]
    return ctypes.addressof(kept((c_void_p * len(values))(*addresses)))


def schema(format: bytes | None = b"u", name: bytes = b"", children: list[Any] | None = None, **fields: Any) -> Schema:
    made = kept(Schema(format=format, name=name, release=RELEASE_SCHEMA))
    if children is not None:
        made.n_children, made.children = len(children), pointers(children)
    for field, value in fields.items():
        setattr(made, field, ctypes.addressof(value) if isinstance(value, Structure) else value)
    made.private_data = ctypes.addressof(made)
    return made


def rows(buffers: list[Any] | None = None, children: list[Any] | None = None, **fields: Any) -> Rows:
    """One row, `/a`, unless said otherwise."""
    buffers = [None, offsets(0, 2), b"/a"] if buffers is None else buffers
    made = kept(Rows(length=1, n_buffers=len(buffers), buffers=pointers(buffers), release=RELEASE_ROWS))
    if children is not None:
        made.n_children, made.children = len(children), pointers(children)
    for field, value in fields.items():
        setattr(made, field, ctypes.addressof(value) if isinstance(value, Structure) else value)
    made.private_data = ctypes.addressof(made)
    return made


def offsets(*values: int) -> bytes:
    return b"".join(value.to_bytes(4, "little", signed=True) for value in values)


def view(length: int, prefix: bytes, buffer: int = 0, offset: int = 0) -> bytes:
    return offsets(length) + prefix.ljust(4, b"\0") + offsets(buffer, offset)


class Exporter:
    """An object with one of the methods of the interface, which returns what it was made of."""

    def __init__(self, method: str, result: Any) -> None:
        setattr(self, method, lambda: result)


def capsule(struct: Structure, name: bytes) -> Any:
    return new_capsule(ctypes.addressof(struct), kept(ctypes.c_char_p(name)), None)


def column(type_: Schema, values: Rows) -> Exporter:
    return Exporter("__arrow_c_array__", (capsule(type_, b"arrow_schema"), capsule(values, b"arrow_array")))


def stream(
    type_: Schema, batches: list[Rows], *, code: int = 0, error: bytes | None = None, **fields: Any
) -> Exporter:
    def get_schema(_: int, out: int) -> int:
        ctypes.memmove(out, byref(type_), ctypes.sizeof(type_))
        return 0

    def get_next(_: int, out: int) -> int:
        if batches:
            ctypes.memmove(out, byref(batches[0]), ctypes.sizeof(batches.pop(0)))
            return 0
        return code

    def get_last_error(_: int) -> int | None:
        return None if error is None else ctypes.addressof(kept(ctypes.create_string_buffer(error)))

    callbacks = {
        "get_schema": address_of(kept(GET(get_schema))),
        "get_next": address_of(kept(GET(get_next))),
        "get_last_error": address_of(kept(GET_ERROR(get_last_error))),
    }
    made = kept(Stream(**{**callbacks, "release": RELEASE_STREAM, **fields}))
    made.private_data = ctypes.addressof(made)
    return Exporter("__arrow_c_stream__", capsule(made, b"arrow_array_stream"))


FILE = "User-agent: *\nDisallow: /a"


def lines(url: Any) -> list[Any]:
    return check(FILE, url, "MyBot")["line"].to_list()


def dictionary(keys: bytes, values: Rows, length: int = 1) -> Exporter:
    return column(schema(b"i", dictionary=schema()), rows([None, keys], length=length, dictionary=values))


LONG = b"/a" + b"b" * 20

GOOD: list[tuple[Callable[[], Any], list[Any]]] = [
    (lambda: column(schema(), rows()), [2]),
    (lambda: column(schema(), rows(null_count=-1)), [2]),
    (lambda: column(schema(), rows([b"\x00", offsets(0, 2), b"/a"], null_count=1)), [None]),
    (lambda: column(schema(), rows([b"\x02", offsets(0, 1, 3), b"x/a"], offset=1)), [2]),
    # A producer need not have buffers where there are no rows.
    (lambda: column(schema(), rows([None, None, None], length=0)), []),
    (lambda: column(schema(b"vu"), rows([None, None, None], length=0)), []),
    (lambda: column(schema(b"vu"), rows([None, view(2, b"/a"), None])), [2]),
    (lambda: column(schema(b"vz"), rows([None, view(22, LONG[:4]), LONG, (22).to_bytes(8, "little")])), [2]),
    (lambda: dictionary(offsets(0, 0), rows(), length=2), [2, 2]),
    (lambda: stream(schema(), [rows(), rows(length=0), rows()]), [2, 2]),
    (lambda: stream(schema(), []), []),
    # Text need not be UTF-8: nothing takes it for a str.
    (lambda: column(schema(), rows([None, offsets(0, 3), b"/a\xff"])), [2]),
]


@pytest.mark.parametrize("number", range(len(GOOD)))
def test_a_good_capsule_is_read_and_released_once(number: int) -> None:
    make, expected = GOOD[number]
    released = len(RELEASED)
    assert lines(make()) == expected
    gc.collect()
    addresses = RELEASED[released:]
    assert len(addresses) == len(set(addresses)) >= 2


MOST = 2**63 - 1

BROKEN: dict[str, Callable[[], Any]] = {
    "a negative length": lambda: column(schema(), rows(length=-1)),
    "a huge length": lambda: column(schema(), rows(length=MOST)),
    "a negative offset": lambda: column(schema(), rows(offset=-1)),
    "a huge offset": lambda: column(schema(), rows(offset=MOST)),
    "length and offset that overflow": lambda: column(schema(), rows(length=MOST, offset=MOST)),
    "no buffers": lambda: column(schema(), rows([])),
    "too few buffers": lambda: column(schema(), rows([None, offsets(0, 2)])),
    "too many buffers": lambda: column(schema(), rows([None, offsets(0, 2), b"/a", b""])),
    "a negative number of buffers": lambda: column(schema(), rows(n_buffers=-1)),
    "a huge number of buffers": lambda: column(schema(), rows(n_buffers=MOST)),
    "buffers at a null pointer": lambda: column(schema(), nulled(rows(), "buffers")),
    "no offsets": lambda: column(schema(), rows([None, None, b"/a"])),
    "no bytes": lambda: column(schema(), rows([None, offsets(0, 2), None])),
    "offsets that fall": lambda: column(schema(), rows([None, offsets(0, 2, 1), b"/a"], length=2)),
    "offsets that are negative": lambda: column(schema(), rows([None, offsets(-1, 2), b"/a"])),
    "a last offset that is negative": lambda: column(schema(), rows([None, offsets(0, -2), b"/a"])),
    "an offset beyond the last": lambda: column(schema(), rows([None, offsets(0, 9, 2), b"/a"], length=2)),
    "nulls without bits": lambda: column(schema(), rows(null_count=1)),
    "children": lambda: column(schema(), rows(children=[rows()])),
    "a dictionary where there is none": lambda: column(schema(), rows(dictionary=rows())),
    "views without lengths": lambda: column(schema(b"vu"), rows([None, view(22, b"/abb"), LONG, None])),
    "views without views": lambda: column(schema(b"vu"), rows([None, None, LONG, (22).to_bytes(8, "little")])),
    "a view beyond its buffer": lambda: column(schema(b"vu"), rows([None, view(22, LONG[:4], offset=1), LONG, (22).to_bytes(8, "little")])),
    "a view of no buffer": lambda: column(schema(b"vu"), rows([None, view(22, LONG[:4], buffer=1), LONG, (22).to_bytes(8, "little")])),
    "a view of negative length": lambda: column(schema(b"vu"), rows([None, view(-1, b"/a"), None])),
    "a view with another prefix": lambda: column(schema(b"vu"), rows([None, view(22, b"xxxx"), LONG, (22).to_bytes(8, "little")])),
    "a text buffer of negative length": lambda: column(schema(b"vu"), rows([None, view(2, b"/a"), LONG, (2**64 - 1).to_bytes(8, "little")])),
    "a text buffer of huge length": lambda: column(schema(b"vu"), rows([None, view(2, b"/a"), LONG, MOST.to_bytes(8, "little")])),
    "a key beyond the dictionary": lambda: dictionary(offsets(1), rows()),
    "a negative key": lambda: dictionary(offsets(-1), rows()),
    "keys without a dictionary": lambda: column(schema(b"i", dictionary=schema()), rows([None, offsets(0)])),
    "keys that are no integers": lambda: column(schema(b"g", dictionary=schema()), rows([None, offsets(0, 0)], dictionary=rows())),
    "broken values of a dictionary": lambda: dictionary(offsets(0), rows([None, offsets(5, 2), b"/a"])),
    "a dictionary of a dictionary": lambda: column(
        schema(b"i", dictionary=schema(b"i", dictionary=schema())), rows([None, offsets(0)], dictionary=rows())
    ),
    "no format": lambda: column(schema(None), rows()),
    "a released schema": lambda: column(schema(release=None), rows()),
    "released rows": lambda: column(schema(), rows(release=None)),
    "a stream without get_schema": lambda: stream(schema(), [], get_schema=None),
    "a stream without get_next": lambda: stream(schema(), [], get_next=None),
    "a released stream": lambda: stream(schema(), [], release=None),
    "a stream without a schema": lambda: stream(schema(release=None), []),
    "a stream that fails": lambda: stream(schema(), [rows()], code=5, error=b"the disk\xff is full"),
    "a stream that fails silently": lambda: stream(schema(), [rows()], code=5),
    "a stream that fails without get_last_error": lambda: stream(schema(), [], code=5, get_last_error=None),
    "a stream with a broken batch": lambda: stream(schema(), [rows(), rows(length=-1)]),
}


def nulled(struct: Any, field: str) -> Any:
    setattr(struct, field, None)
    return struct


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_capsule_is_an_error(name: str) -> None:
    made = BROKEN[name]()
    released = len(RELEASED)
    with pytest.raises(InputError, match="^url: "):
        lines(made)
    gc.collect()
    addresses = RELEASED[released:]
    assert len(addresses) == len(set(addresses))


def test_a_failure_has_the_words_of_the_producer() -> None:
    for error, words in [(b"the disk\xff is full", "the stream failed: the disk\ufffd is full"), (None, "the stream failed with code 5")]:
        with pytest.raises(InputError) as caught:
            lines(stream(schema(), [], code=5, error=error))
        assert str(caught.value) == f"url: {words}"


@pytest.mark.parametrize(
    "exported",
    [
        lambda: Exporter("__arrow_c_array__", None),
        lambda: Exporter("__arrow_c_array__", (1, 2)),
        lambda: Exporter("__arrow_c_array__", (capsule(schema(), b"arrow_schema"),)),
        lambda: Exporter("__arrow_c_array__", (capsule(schema(), b"arrow_array"), capsule(rows(), b"arrow_array"))),
        lambda: Exporter("__arrow_c_array__", (capsule(schema(), b"arrow_schema"), capsule(rows(), b"other"))),
        lambda: Exporter("__arrow_c_stream__", capsule(rows(), b"arrow_array")),
        lambda: Exporter("__arrow_c_stream__", "arrow_array_stream"),
    ],
)
def test_a_capsule_of_another_name_is_a_wrong_type(exported: Callable[[], Any]) -> None:
    with pytest.raises(TypeError, match="^url: expected"):
        lines(exported())


def test_a_capsule_can_be_used_once() -> None:
    url = column(schema(), rows())
    assert lines(url) == [2]
    with pytest.raises(InputError, match="url: the capsule arrow_schema was used before"):
        lines(url)


def test_an_error_of_the_exporter_is_raised() -> None:
    class Failing:
        def __arrow_c_stream__(self) -> object:
            raise OSError("no such table")

    with pytest.raises(OSError, match="no such table"):
        lines(Failing())


def table_schema(*names: bytes) -> Schema:
    return schema(b"+s", children=[schema(name=name) for name in names])


def table(type_: Schema, values: Rows) -> list[list[Any]]:
    stream = check_stream(column(type_, values), robots=FILE.encode(), agent=Agent("MyBot"))
    return [verdicts["line"].to_list() for verdicts in stream]


def test_a_table_is_read_and_released_once() -> None:
    released = len(RELEASED)
    assert table(table_schema(b"id", b"url"), rows([None], children=[rows([]), rows()])) == [[2]]
    two = rows([None, offsets(0, 1, 3), b"x/a"], length=2)
    assert table(table_schema(b"url"), rows([None], offset=1, children=[two])) == [[2]]
    gc.collect()
    # Two schemas and two tables: children are released by those that they belong to.
    assert len(RELEASED[released:]) == len(set(RELEASED[released:])) == 4


BROKEN_TABLES: dict[str, Callable[[], tuple[Schema, Rows]]] = {
    "too few columns": lambda: (table_schema(b"id", b"url"), rows([None], children=[rows()])),
    "no columns": lambda: (table_schema(b"url"), rows([None])),
    "a column at a null pointer": lambda: (table_schema(b"url"), rows([None], children=[None])),
    "columns at a null pointer": lambda: (table_schema(b"url"), rows([None], n_children=1)),
    "a negative number of columns": lambda: (table_schema(b"url"), rows([None], n_children=-1)),
    "a huge number of columns": lambda: (table_schema(b"url"), rows([None], children=[rows()], n_children=MOST)),
    "a column that is too short": lambda: (table_schema(b"url"), rows([None], length=2, children=[rows()])),
    "a slice that is too long": lambda: (table_schema(b"url"), rows([None], offset=1, children=[rows()])),
    "rows that are null": lambda: (table_schema(b"url"), rows([b"\x00"], null_count=1, children=[rows()])),
    "buffers of text": lambda: (table_schema(b"url"), rows(children=[rows()])),
    "a schema without columns": lambda: (schema(b"+s"), rows([None])),
    "a schema with a null pointer": lambda: (schema(b"+s", children=[None]), rows([None])),
    "a schema that counts wrongly": lambda: (schema(b"+s", n_children=1), rows([None])),
    "a column without a name": lambda: (schema(b"+s", children=[schema(name=None)]), rows([None])),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", BROKEN_TABLES)
def test_a_broken_table_is_an_error(name: str) -> None:
    type_, values = BROKEN_TABLES[name]()
    with pytest.raises(InputError, match="^(batches|url): "):
        table(type_, values)


# Numbers near the ends of what is there, and of what a word holds.
NUMBER = st.one_of(st.integers(-2, 40), st.sampled_from([-(2**31), 2**31 - 1, 2**24]))
TEXT = b"/a" + b"/b" * 15


def answers(url: Any) -> None:
    try:
        lines(url)
    except InputError:
        pass


@settings(max_examples=1000, deadline=None)
@given(st.lists(NUMBER, max_size=5), st.integers(0, len(TEXT)), st.integers(0, 5))
def test_any_offsets_get_an_answer_or_an_error(values: list[int], end: int, offset: int) -> None:
    # The last offset is what says how long the text is, so it is true.
    places = offsets(*values, end)
    offset = min(offset, len(values))
    answers(column(schema(), rows([None, places, TEXT], length=len(values) - offset, offset=offset)))


@settings(max_examples=1000, deadline=None)
@given(st.lists(st.tuples(NUMBER, st.sampled_from([b"/a", b"/a/b", b"/b/b", b""]), NUMBER, NUMBER), max_size=4))
def test_any_views_get_an_answer_or_an_error(values: list[tuple[int, bytes, int, int]]) -> None:
    views = b"".join(view(*value) for value in values)
    length = len(TEXT).to_bytes(8, "little")
    answers(column(schema(b"vu"), rows([None, views, TEXT, length], length=len(values))))


@settings(max_examples=500, deadline=None)
@given(st.lists(NUMBER, max_size=5), st.integers(0, 3))
def test_any_keys_get_an_answer_or_an_error(keys: list[int], n_values: int) -> None:
    values = rows([None, offsets(*range(n_values + 1)), b"/ab"], length=n_values)
    answers(dictionary(offsets(*keys), values, length=len(keys)))
