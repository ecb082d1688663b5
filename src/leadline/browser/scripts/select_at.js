// The list to choose from at a place.
(at) => selects()[at] || null
