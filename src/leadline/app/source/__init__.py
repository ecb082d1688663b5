"""The run of one source: driven, kept, replayed and finished."""
