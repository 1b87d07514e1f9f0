/**
 * Inspects a picture file before decoding: type, size in pixels, and that the file contains exactly one picture and nothing else.
 * Data around a picture could make another program read the file as another type.
 */
import { detectFileType } from '#shared/identity/domain/file-rules';

type PictureKind = 'png' | 'jpeg' | 'webp';

/** A file with exactly one picture. */
export interface PictureFile {
  readonly kind: PictureKind;
  readonly width: number;
  readonly height: number;
  /** The parts of the file that contain the picture, without metadata and color profiles. */
  readonly content: Uint8Array;
}

/** A refused picture. The message is part of the API response. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
}

const MIN_SIDE = 16;
const MAX_SIDE = 2000;

const incomplete = () => new PictureRefused('The picture is not complete');
const followed = () => new PictureRefused('Nothing may follow the picture in its file');
export const unreadable = (): PictureRefused => new PictureRefused('The picture cannot be read');

/** @throws PictureRefused */
export function inspectPicture(file: Uint8Array): PictureFile {
  const picture = readers[detectFileType(file) ?? 'none']?.(Buffer.from(file.buffer, file.byteOffset, file.length));
  if (picture === undefined) throw new PictureRefused('Must be a PNG, JPEG or WebP picture');
  const { width, height } = picture;
  if (Math.min(width, height) < MIN_SIDE || Math.max(width, height) > MAX_SIDE)
    throw new PictureRefused(
      `Must have 16 to 2,000 pixels on each side; it has ${width.toLocaleString('en')} × ${height.toLocaleString('en')}`,
    );
  return picture;
}

const readers: Readonly<Record<string, (file: Buffer) => PictureFile>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
};

const PNG_HEADER_BYTES = 8;
/** Chunks that a picture needs (PNG, W3C, section 11.2), and the chunk for transparency. */
const PNG_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];

function readPng(file: Buffer): PictureFile {
  const parts = [file.subarray(0, PNG_HEADER_BYTES)];
  let at = PNG_HEADER_BYTES;
  for (let type = ''; type !== 'IEND'; ) {
    if (at + 12 > file.length) throw incomplete();
    type = file.toString('latin1', at + 4, at + 8);
    if ((at === PNG_HEADER_BYTES) !== (type === 'IHDR')) throw unreadable();
    // An animated PNG has additional chunks, and the service would show only its first picture.
    if (type === 'acTL') throw new PictureRefused('Must not be animated');
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) throw incomplete();
    if (PNG_CHUNKS.includes(type)) parts.push(file.subarray(at, end));
    at = end;
  }
  if (at !== file.length) throw followed();
  const [width, height] = [file.readUInt32BE(PNG_HEADER_BYTES + 8), file.readUInt32BE(PNG_HEADER_BYTES + 12)];
  return { kind: 'png', width, height, content: Buffer.concat(parts) };
}

/** Returns the compressed pixels of a PNG. */
export function pngPixelData(content: Uint8Array): Uint8Array {
  const file = Buffer.from(content.buffer, content.byteOffset, content.length);
  const parts: Buffer[] = [];
  for (let at = PNG_HEADER_BYTES; at < file.length; at += 12 + file.readUInt32BE(at))
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  return Buffer.concat(parts);
}

/** Markers of ISO/IEC 10918-1, table B.1. */
const JPEG = { end: 0xd9, scan: 0xda };
/** Supported frame types: baseline, extended, progressive. */
const JPEG_FRAMES = [0xc0, 0xc1, 0xc2];
/** Markers without a segment: restart markers within a scan, and the temporary marker TEM (0x01). */
const isBare = (marker: number) => (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01;
/** Maximum number of scans. The decoder processes the whole picture for each scan; encoders write about ten scans. */
const MAX_SCANS = 24;

function readJpeg(file: Buffer): PictureFile {
  let size: { readonly width: number; readonly height: number } | undefined;
  let scans = 0;
  let at = 2;
  for (;;) {
    if (file[at] !== 0xff) throw at >= file.length ? incomplete() : unreadable();
    while (file[at] === 0xff) at += 1;
    const marker = file[at] ?? JPEG.end;
    at += 1;
    if (at > file.length) throw incomplete();
    if (marker === JPEG.end) break;
    if (isBare(marker)) continue;
    if (at + 8 > file.length) throw incomplete();
    if (JPEG_FRAMES.includes(marker)) {
      if (size !== undefined) throw unreadable();
      size = { height: file.readUInt16BE(at + 3), width: file.readUInt16BE(at + 5) };
    }
    at += Math.max(2, file.readUInt16BE(at));
    if (marker !== JPEG.scan) continue;
    scans += 1;
    if (scans > MAX_SCANS) throw unreadable();
    at = endOfScan(file, at);
  }
  if (size === undefined || scans === 0) throw unreadable();
  if (at !== file.length) throw followed();
  return { kind: 'jpeg', ...size, content: file };
}

/** Returns the position of the marker that ends a scan. Escaped bytes and restart markers do not end a scan. */
function endOfScan(file: Buffer, start: number): number {
  for (let at = file.indexOf(0xff, start); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1];
    if (next !== undefined && next !== 0x00 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw incomplete();
}

const RIFF_HEADER = 12;
const ANIMATION_FLAG = 0x02;

/** RFC 9649. */
function readWebp(file: Buffer): PictureFile {
  const end = 8 + file.readUInt32LE(4);
  if (end > file.length) throw incomplete();
  if (end < file.length) throw followed();
  let size: { readonly width: number; readonly height: number } | undefined;
  for (let at = RIFF_HEADER; at < end; ) {
    if (at + 18 > end) throw incomplete();
    const [type, start] = [file.toString('latin1', at, at + 4), at + 8];
    if (type === 'ANIM' || type === 'ANMF' || (type === 'VP8X' && ((file[start] ?? 0) & ANIMATION_FLAG) !== 0))
      throw new PictureRefused('Must not be animated');
    const frame = webpFrameSize(file, type, start);
    if (frame !== undefined && size !== undefined && (frame.width !== size.width || frame.height !== size.height))
      throw unreadable();
    size ??= frame;
    const length = file.readUInt32LE(at + 4);
    at = start + length + (length % 2);
    if (at > end) throw incomplete();
  }
  if (size === undefined) throw unreadable();
  return { kind: 'webp', ...size, content: file };
}

/** Returns the size of the canvas or frame that a chunk specifies. */
function webpFrameSize(file: Buffer, type: string, start: number) {
  switch (type) {
    case 'VP8X':
      return { width: 1 + file.readUIntLE(start + 4, 3), height: 1 + file.readUIntLE(start + 7, 3) };
    case 'VP8 ':
      return { width: file.readUInt16LE(start + 6) & 0x3fff, height: file.readUInt16LE(start + 8) & 0x3fff };
    case 'VP8L': {
      const bits = file.readUInt32LE(start + 1);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    default:
      return undefined;
  }
}
