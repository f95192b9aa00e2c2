"""The schema from which the client's types are made."""

from typing import Any

from shapan.server.wire import wire_schema


def definition(name: str) -> dict[str, Any]:
    found: dict[str, Any] = wire_schema()["definitions"][name]
    return found


def test_what_is_always_sent_is_required_whatever_its_default() -> None:
    can = definition("Can")
    assert set(can["required"]) == set(can["properties"])


def test_what_is_left_out_at_its_default_or_while_unset_is_optional() -> None:
    assert "statuses" not in definition("PieceView")["required"]
    assert "invitations" not in definition("GameDocument")["required"]


def test_pairs_and_free_tables_are_spelt_for_the_maker_of_types() -> None:
    at = definition("PieceView")["properties"]["at"]
    assert {"type": "array", "items": [{"type": "integer"}] * 2, "minItems": 2, "maxItems": 2} in at["anyOf"]
    assert definition("EventDocument")["properties"]["params"]["additionalProperties"] is True


def test_a_field_called_title_is_no_title_of_a_schema() -> None:
    assert definition("Board")["properties"]["title"] == {"type": "string"}


def test_the_wish_for_a_new_game_is_spelt_as_the_server_takes_it() -> None:
    wish = definition("NewGameBody")
    assert wish["required"] == ["title", "seats"]
    assert {"scenario", "options", "counsel", "share"} <= set(wish["properties"])


def test_every_body_and_message_is_there_under_a_name_of_its_own() -> None:
    """An action can be said in a request and by a socket: the two differ in what they ask for."""
    assert definition("ActBody")["required"] == ["action"]
    assert set(definition("ActMessage")["required"]) == {"t", "action", "cid"}
    assert definition("AckNotice")["required"] == ["t", "cid", "seq"]
