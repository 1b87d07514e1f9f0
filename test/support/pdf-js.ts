/**
 * pdf.js without a canvas. It names these classes when it loads, and uses them to draw alone: to read a file, empty ones do. A canvas
 * would be 33 MB of native code.
 */
for (const name of ['DOMMatrix', 'ImageData', 'Path2D'])
  if (!(name in globalThis)) Object.assign(globalThis, { [name]: class {} });

export const { getDocument, OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
