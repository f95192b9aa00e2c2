"""The REST routes, one module per section of docs/protocol.md."""
