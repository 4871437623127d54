"""The sentences of each page: one frozen dataclass per page and its two values, so none can be missing."""
