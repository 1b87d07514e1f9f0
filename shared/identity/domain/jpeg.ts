/** Reads JPEG files (ISO/IEC 10918-1, annex B) by segment, without decoding pixels, so that no image can exhaust the memory. */

/** Maximum side length of an image in pixels. */
const MAX_SIDE_PX = 8000;

/** `damaged`: the file ends early, or other data follows the image, for example a second file type. */
type PictureFault = 'damaged' | 'dimensions';

const EOI = 0xd9;
const SOS = 0xda;
const APP2 = 0xe2;

/** Markers of frames, which contain the image size: SOF0 to SOF15, except DHT, JPG and DAC in the same range. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Markers without a length: restart, start and end of an image. */
const hasNoLength = (marker: number) => marker >= 0xd0 && marker <= EOI;

/** Segments with metadata: comments, and APP1 (EXIF with the location, XMP) to APP15, except APP14 with the color transform. */
const isRemark = (marker: number) => marker === 0xfe || (marker >= 0xe1 && marker <= 0xef && marker !== 0xee);

/**
 * Removes metadata such as location, device and time from an image. Keeps color profile and color transform.
 * @returns the image, or the fault
 */
export function cleanJpeg(content: Uint8Array): Uint8Array | PictureFault {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let [at, frames, scans] = [2, 0, 0];
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker < 0xc0 || hasNoLength(marker) || end > bytes.length) return 'damaged';
    if (isFrame(marker)) {
      if (end < at + 9) return 'damaged';
      const sides = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      if (sides.some((side) => side === 0)) return 'damaged';
      if (sides.some((side) => side > MAX_SIDE_PX)) return 'dimensions';
      frames += 1;
    }
    if (marker === SOS) scans += 1;
    const next = marker === SOS ? endOfScan(bytes, end) : end;
    const isProfile = marker === APP2 && bytes.toString('latin1', at + 4, at + 15) === 'ICC_PROFILE';
    if (!isRemark(marker) || isProfile) kept.push(bytes.subarray(at, next));
    at = next;
  }
  const isAtEnd = at + 2 === bytes.length && bytes[at] === 0xff && bytes[at + 1] === EOI;
  return isAtEnd && frames === 1 && scans > 0 ? Buffer.concat([...kept, bytes.subarray(at)]) : 'damaged';
}

/** Returns the position of the marker after a scan. In scan data, the byte 0xFF is followed by 0, 0xFF or a restart marker. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}
