"""How the applications of the zoo answer: engines, layouts, pagers and phrases."""
