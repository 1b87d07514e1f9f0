/** Image files for tests, built byte by byte. */
import { deflateSync } from 'node:zlib';

interface JpegParts {
  readonly width?: number;
  readonly height?: number;
  /** Segments before the frame. */
  readonly segments?: readonly Buffer[];
  /** Bytes of the image data (scan). A decoder cannot read them, because the file has no Huffman tables. */
  readonly scan?: Buffer;
}

/** Builds a segment of a JPEG. */
export function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** An EXIF segment with a rotation to the right and a location. */
export const exifTurned = segment(
  0xe1,
  Buffer.concat([
    Buffer.from('Exif\0\0', 'latin1'),
    // TIFF header with one entry: tag 0x0112 (orientation), type SHORT, value 6 (rotated to the right).
    Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex'),
    Buffer.from('GPS 19.4326 -99.1332', 'latin1'),
  ]),
);

/** Builds a file with the structure of a JPEG. A decoder cannot read its image. */
export function aJpeg({ width = 64, height = 48, segments = [], scan = Buffer.alloc(400, 7) }: JpegParts = {}): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const parts = [segment(0xe0, Buffer.from('JFIF\0', 'latin1')), ...segments, segment(0xc0, frame)];
  const end = [segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), scan, Buffer.from([0xff, 0xd9])];
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts, ...end]);
}

/** Builds a grey PNG that browsers can decode. */
export function aPng(width: number, height = width): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height);
  // Draws a checkerboard, so that camera-script.ts does not report the image as blurred.
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1)
      rows[row * (width + 1) + 1 + column] = (column >> 3) % 2 === (row >> 3) % 2 ? 40 : 170;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

/** Computes the checksum of PNG (W3C PNG, annex D). */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
