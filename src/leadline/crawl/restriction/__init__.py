"""A harvest of a part of a source: conditions of a person, bound to controls of the form."""
