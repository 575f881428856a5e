"""Templates for `ludoteca new`: small plugins that pass the exam, copied with the name of the new folder."""
