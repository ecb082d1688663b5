"""Values in one normal form: dates with their precision, amounts, quantities, names, numbers."""
