"""Values of columns: types, dates, numbers and lists."""
