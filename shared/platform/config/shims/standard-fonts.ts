/**
 * Replaces the metrics of the standard PDF fonts, which are a fifth of the bundle of a function that creates PDFs. Our documents
 * embed other fonts, so the list of standard font names can be empty.
 */
export const FontNames = {};
