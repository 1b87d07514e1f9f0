/**
 * Replaces the metrics of a PDF's standard fonts, a fifth of the bundle: documents have their own fonts in them, and are
 * set with none of those. The library's list of their names stays empty.
 */
export const FontNames = {};
