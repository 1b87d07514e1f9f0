import { raw } from 'hono/html';
import { renderSVG } from 'uqr';
import type { Markup } from '#shared/hosted-pages/layout';

/** Returns a QR code as inline SVG: dark on white in light and dark mode, with the required quiet zone of four modules. */
export function pictureCode(text: string, label: string): Markup {
  const svg = renderSVG(text, { ecc: 'M', border: 4, pixelSize: 4 });
  return raw(svg.replace('<svg ', `<svg role="img" aria-label="${escapeAttribute(label)}" `));
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
