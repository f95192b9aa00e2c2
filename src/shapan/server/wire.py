"""What travels to a client and back, as one JSON schema: the client's types are made from it (``npm run wire``).

``python -m shapan.server.wire`` prints it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any, Final, get_args

import msgspec
from msgspec import inspect

from .bodies import Body
from .messages import AnyNotice
from .openapi import DOCUMENTS
from .socket import AnyMessage

SENT: Final = (*DOCUMENTS, *get_args(AnyNotice))
"""Documents, and the messages of the server that are not made of one."""


def wire_schema() -> dict[str, Any]:
    """All documents under ``definitions``; what is always sent is required, whatever its default. The bodies of
    requests and the messages of a client are there too, by names that tell them apart."""
    _, definitions = msgspec.json.schema_components(SENT, ref_template="#/definitions/{name}")
    for struct in _structs():
        if not struct.cls.__struct_config__.omit_defaults:
            definitions[struct.cls.__name__]["required"] = [
                *([struct.tag_field] if struct.tag_field else []),
                *(field.encode_name for field in struct.fields if not _may_be_unset(field)),
            ]
    for body in (body for body in Body.__subclasses__() if body.model_fields):
        definitions[f"{body.__name__}Body"] = body.model_json_schema()
    for message in get_args(AnyMessage):
        definitions[f"{message.__name__}Message"] = msgspec.json.schema_components([message])[1][message.__name__]
    return {"definitions": {name: _plain(definitions[name]) for name in sorted(definitions)}}


def _may_be_unset(field: inspect.Field) -> bool:
    """A field that is left out as long as it is unset."""
    return not field.required and field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT


def _structs() -> Iterator[inspect.StructType]:
    """Every struct among the documents and within them, once."""
    seen: set[type] = set()
    left: list[Any] = list(inspect.multi_type_info(SENT))
    while left:
        info = left.pop()
        if isinstance(info, inspect.StructType):
            if info.cls in seen:
                continue
            seen.add(info.cls)
            yield info
            left += [field.type for field in info.fields]
        else:
            parts = (getattr(info, name, None) for name in ("item_type", "key_type", "value_type", "type"))
            left += [part for part in parts if part is not None]
            left += [*getattr(info, "types", ()), *getattr(info, "item_types", ())]


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    """Without titles, which would become types of their own, and without defaults, which are the server's business;
    tuples and free tables in the older words that the maker of types knows."""
    plain = {key: value for key, value in schema.items() if key not in ("title", "default", "prefixItems")}
    for key in ("properties", "definitions"):
        if key in plain:
            plain[key] = {name: _plain(part) for name, part in plain[key].items()}
    for key in ("items", "additionalProperties"):
        if isinstance(plain.get(key), dict):
            plain[key] = _plain(plain[key])
    if "anyOf" in plain:
        plain["anyOf"] = [_plain(part) for part in plain["anyOf"]]
    if "prefixItems" in schema:
        plain["items"] = [_plain(part) for part in schema["prefixItems"]]
    if plain.get("type") == "object" and not plain.keys() & {"properties", "additionalProperties"}:
        plain["additionalProperties"] = True
    return plain


if __name__ == "__main__":
    json.dump(wire_schema(), sys.stdout, indent=1)
