"""The interfaces and data types of Ludoteca: game, mind, record, explanation. Imports no other package of ours."""
