/** Logo in a request: Base64 in the JSON body. */

import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { decode as decodePng, encode as encodePng } from '@cwasm/lodepng';
import { decode as decodeWebp } from '@cwasm/webp';
import { decode as decodeJpeg } from 'jpeg-js';
import * as z from 'zod/mini';
import type { Logo } from '#shared/partners/domain/branding';
import { base64Characters, decodeBase64 } from '#shared/values/base64';
import { inspectPicture, type PictureFile, PictureRefused, pngPixelData, unreadable } from './picture-file';

/*
 * Draws a logo again: decoded, made as small as it is shown, and written as a PNG that has pixels alone. Nothing of the file
 * that was sent is kept.
 */

/** Maximum size of a logo file in bytes: 512 KB. */
const MAX_LOGO_BYTES = 512 * 1024;

/** Maximum size of a stored logo in pixels: twice the size on a page, so that it is sharp on phones. */
const BOX = { width: 320, height: 96 };

/** Maximum size of a stored PNG in bytes: every page reads and embeds it. */
const MAX_PNG_BYTES = 24 * 1024;

/** Pixels with four bytes each: red, green, blue, opacity. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/**
 * Decodes a picture and encodes it again as a PNG.
 * @throws PictureRefused if the file is not a picture of a supported type and size
 */
export function drawLogo(file: Uint8Array): Logo {
  const picture = inspectPicture(file);
  const pixels = decode(picture);
  const fit = Math.min(1, BOX.width / picture.width, BOX.height / picture.height);
  for (let scale = fit; ; scale *= 0.8) {
    const drawn = shrink(pixels, scale);
    const png = encodePng(drawn);
    if (png.length <= MAX_PNG_BYTES) return toLogo(drawn, png);
  }
}

function toLogo({ width, height }: Pixels, png: Uint8Array): Logo {
  const sha256 = createHash('sha256').update(png).digest('hex');
  return { sha256, width, height, png: Buffer.from(png).toString('base64') };
}

function decode(picture: PictureFile): Pixels {
  let pixels: Pixels;
  try {
    pixels = decoders[picture.kind](picture);
  } catch {
    throw unreadable();
  }
  if (pixels.width !== picture.width || pixels.height !== picture.height) throw unreadable();
  return pixels;
}

const decoders: Readonly<Record<PictureFile['kind'], (picture: PictureFile) => Pixels>> = {
  png(picture) {
    // Upper bound: 8 bytes for each pixel, one byte for each row in each of seven interlace passes, and one spare row. Longer
    // data would only be an attempt to fill memory.
    const maxOutputLength = (picture.width * 8 + 7) * picture.height + 8 * picture.width;
    inflateSync(pngPixelData(picture.content), { maxOutputLength });
    return decodePng(picture.content);
  },
  jpeg: ({ content }) =>
    decodeJpeg(content, { useTArray: true, tolerantDecoding: false, maxResolutionInMP: 4, maxMemoryUsageInMB: 256 }),
  webp: ({ content }) => decodeWebp(content),
};

/** Shrinks a picture: averages the source pixels of each target pixel, weighted by opacity. */
function shrink({ width, height, data }: Pixels, scale: number): Pixels {
  const to = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const drawn = new Uint8ClampedArray(to.width * to.height * 4);
  for (let y = 0; y < to.height; y += 1) {
    const rows = span(y, to.height, height);
    for (let x = 0; x < to.width; x += 1)
      drawn.set(average(data, width, rows, span(x, to.width, width)), 4 * (y * to.width + x));
  }
  return { ...to, data: drawn };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the source pixels of one target pixel: a range of at least one pixel. */
function span(at: number, smaller: number, larger: number): Span {
  const from = Math.floor((at * larger) / smaller);
  return { from, to: Math.max(from + 1, Math.floor(((at + 1) * larger) / smaller)) };
}

function average(data: Pixels['data'], width: number, rows: Span, columns: Span): number[] {
  let [red, green, blue, opacity] = [0, 0, 0, 0];
  for (let y = rows.from; y < rows.to; y += 1)
    for (let at = 4 * (y * width + columns.from); at < 4 * (y * width + columns.to); at += 4) {
      const share = data[at + 3] ?? 0;
      red += (data[at] ?? 0) * share;
      green += (data[at + 1] ?? 0) * share;
      blue += (data[at + 2] ?? 0) * share;
      opacity += share;
    }
  if (opacity === 0) return [0, 0, 0, 0];
  const count = (rows.to - rows.from) * (columns.to - columns.from);
  return [red / opacity, green / opacity, blue / opacity, opacity / count];
}

/** Maximum length of a logo in Base64. */
export const MAX_LOGO_CHARACTERS = base64Characters(MAX_LOGO_BYTES);

const TOO_LARGE = 'Must be at most 512 KB';

/** A logo, encoded again from the submitted file. */
export const logoFile = z.pipe(
  z.string(),
  z.transform((text: string, { issues }): Logo | null => {
    const drawn = drawSent(text);
    if (typeof drawn !== 'string') return drawn;
    issues.push({ code: 'custom', message: drawn, input: text });
    return null;
  }),
);

/** Returns the logo, or the reason for a refusal. */
function drawSent(text: string): Logo | string {
  if (text.length > MAX_LOGO_CHARACTERS) return TOO_LARGE;
  const file = decodeBase64(text);
  if (file === undefined || file.length === 0) return 'Must be Base64';
  if (file.length > MAX_LOGO_BYTES) return TOO_LARGE;
  try {
    return drawLogo(file);
  } catch (error) {
    if (error instanceof PictureRefused) return error.message;
    throw error;
  }
}
