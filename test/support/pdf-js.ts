/**
 * Loads pdf.js without a canvas. pdf.js needs these classes to load, but uses them only to draw. Empty classes are enough to read
 * a file; a real canvas has 33 MB of native code.
 */
for (const name of ['DOMMatrix', 'ImageData', 'Path2D'])
  if (!(name in globalThis)) Object.assign(globalThis, { [name]: class {} });

export const { getDocument, OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
