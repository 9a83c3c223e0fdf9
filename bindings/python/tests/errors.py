"""What errors of wrong arguments say."""

from collections.abc import Callable

import pytest


def check_error(call: Callable[[], object], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as caught:
        call()
    assert str(caught.value) == message
    assert type(caught.value) is kind
