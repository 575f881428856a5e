// Nothing.
// Loses: no plan acted

