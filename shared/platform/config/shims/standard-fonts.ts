/**
 * Replaces the metrics of the standard PDF fonts, which are a fifth of the bundle. Our documents embed other fonts. The library's
 * list of standard font names is empty.
 */
export const FontNames = {};
