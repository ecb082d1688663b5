"""WHICH query next: probe words, whole-database tries, engine habits, selectors, schedules."""
