/**
 * Replaces the names and metrics of the standard PDF fonts, 24 % of the bundle of a function that creates PDFs (docs/adr/007).
 * Our documents embed other fonts, so the list of standard font names can be empty.
 */
export const FontNames = {};
