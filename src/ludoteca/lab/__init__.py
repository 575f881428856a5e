"""The lab: a web page where people play, watch and ask why, and the API it is the first client of."""
