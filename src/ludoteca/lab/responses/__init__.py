"""Response models of the API that several requests share, and the functions that build them in a language."""
