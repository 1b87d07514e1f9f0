/** Example images: valid ones, and files that only look like images. */
import { deflateSync } from 'node:zlib';
import { encode as encodePng } from '@cwasm/lodepng';
import { encode as encodeJpeg } from 'jpeg-js';

/** Hidden text that no processed image may contain. */
export const HIDDEN = 'GPS 19.4326 -99.1332 <script>alert(1)</script>';

/** Builds an example logo: a disc with a ring on a transparent background. */
export function aSampleLogo(side: number): Buffer {
  const data = new Uint8ClampedArray(side * side * 4);
  for (let at = 0; at < side * side; at += 1) {
    const distance = Math.hypot((at % side) + 0.5 - side / 2, Math.floor(at / side) + 0.5 - side / 2) / (side / 2);
    const isRing = distance > 0.4 && distance < 0.62;
    // The edge fades over one pixel.
    const opacity = Math.min(1, Math.max(0, (1 - distance) * (side / 2))) * 255;
    data.set(isRing ? [255, 255, 255, opacity] : [11, 110, 79, opacity], at * 4);
  }
  return Buffer.from(encodePng({ width: side, height: side, data }));
}

/** Builds pixels of one color with horizontal stripes of another color. The right half can be transparent. */
export function pixels(width: number, height: number, { transparent = false } = {}) {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const isStripe = Math.floor(at / width) % 4 === 0;
    const opacity = transparent && at % width >= width / 2 ? 0 : 255;
    data.set([isStripe ? 240 : 11, 110, 79, opacity], at * 4);
  }
  return { width, height, data };
}

export const aPng = (width = 64, height = 32, options = {}): Buffer =>
  Buffer.from(encodePng(pixels(width, height, options)));

export const aJpeg = (width = 64, height = 32): Buffer => encodeJpeg(pixels(width, height), 80).data;

/** Returns a WebP of 40 × 24 pixels, half transparent, with a color profile that contains the name of its maker. */
export const aWebp = (): Buffer =>
  Buffer.from(
    'UklGRlgCAABXRUJQVlA4WAoAAAAwAAAAJwAAFwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZBTFBIFgAAAAEP8MD/iIggFkzyl+4fQUT/J2A3hgVWUDggTAAAAHAEAJ0BKigAGAA+ZSaPRaQiIRqkAEAGRLEAZViAH4AaYD8AAEG/gM4lyPEAAP70GTX/fsl//yDBq/iYlZ/+MoEFfWrp/TKD+gAAAAA=',
    'base64',
  );

/** Returns a lossless WebP of 40 × 24 pixels in one chunk. */
export const aLosslessWebp = (): Buffer => {
  const chunk = Buffer.from('VlA4TCUAAAAvJ8AFAA9wt8gv0P8Jdv4DD2LBZP7S/RFE9H8eAAAAAAA0+RoAAA==', 'base64').subarray(
    0,
    46,
  );
  const file = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), chunk]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
};

/** Computes the CRC-32 of a chunk (W3C PNG, annex D). */
function crc32(content: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of content) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function pngChunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

/** Length of the PNG header: signature and first chunk. */
const PNG_HEADER_END = 33;

/** Adds a chunk to a PNG after its header. */
export function withPngChunk(png: Buffer, type: string, content: Uint8Array): Buffer {
  return Buffer.concat([png.subarray(0, PNG_HEADER_END), pngChunk(type, content), png.subarray(PNG_HEADER_END)]);
}

/** Adds to a PNG: a text, a compressed text of 100 MB, and location data. */
export function withPngTexts(png: Buffer): Buffer {
  const bomb = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(100_000_000))]);
  const texts = withPngChunk(png, 'tEXt', Buffer.from(`Comment\0${HIDDEN}`, 'latin1'));
  return withPngChunk(withPngChunk(texts, 'eXIf', Buffer.from(HIDDEN)), 'zTXt', bomb);
}

/** Builds a PNG whose pixel data contains `pixelBytes` zero bytes. */
export function aPngOf(width: number, height: number, pixelBytes: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(pixelBytes))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Adds an Exif segment at the start of a JPEG. */
export function withJpegExif(jpeg: Buffer): Buffer {
  const content = Buffer.from(`Exif\0\0${HIDDEN}`, 'latin1');
  const segment = Buffer.alloc(4);
  segment.writeUInt16BE(0xffe1, 0);
  segment.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), segment, content, jpeg.subarray(2)]);
}

/** Returns the chunk types of a PNG in order, and the number of bytes after the last chunk. */
export function pngParts(png: Buffer): { readonly types: readonly string[]; readonly trailing: number } {
  const types: string[] = [];
  let at = 8;
  while (at < png.length && types.at(-1) !== 'IEND') {
    types.push(png.toString('latin1', at + 4, at + 8));
    at += 12 + png.readUInt32BE(at);
  }
  return { types, trailing: png.length - at };
}
