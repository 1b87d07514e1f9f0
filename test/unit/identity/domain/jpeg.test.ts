import { describe, expect, it } from 'vitest';
import { cleanJpeg } from '#shared/identity/domain/jpeg';
import { aJpeg, exifTurned, segment } from '#test/support/pictures';

const profile = segment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01and so on', 'latin1'));
const further = segment(0xe2, Buffer.from('MPF\0second picture', 'latin1'));
const comment = segment(0xfe, Buffer.from('<script>alert(1)</script>'));
const transform = segment(0xee, Buffer.from('Adobe\0d\0\0\0\0\x01', 'latin1'));
const clean = (content: Buffer) => {
  const result = cleanJpeg(content);
  return typeof result === 'string' ? result : Buffer.from(result);
};

describe('a JPEG', () => {
  it('without remarks stays as it is', () => {
    const picture = aJpeg({ segments: [profile, transform] });
    expect(clean(picture)).toEqual(picture);
  });

  it('loses its place, its comments and its further pictures', () => {
    const segments = [exifTurned, profile, further, comment, transform];
    expect(clean(aJpeg({ segments }))).toEqual(aJpeg({ segments: [profile, transform] }));
  });

  it('may have restarts, stuffed bytes and several scans', () => {
    const scan = Buffer.concat([
      Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3, 0xff, 0xff, 0xd7, 4]),
      segment(0xc4, Buffer.from([0])),
      segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
      Buffer.from([5, 6]),
    ]);
    expect(clean(aJpeg({ scan }))).toEqual(aJpeg({ scan }));
  });

  it.each([
    [8000, 8000, undefined],
    [8001, 10, 'dimensions'],
    [10, 9000, 'dimensions'],
    [65535, 65535, 'dimensions'],
    [0, 10, 'damaged'],
    [10, 0, 'damaged'],
  ])('of %i × %i px: %s', (width, height, fault) => {
    const picture = aJpeg({ width, height });
    expect(clean(picture)).toEqual(fault ?? picture);
  });

  it('that breaks off anywhere is refused', () => {
    const picture = aJpeg({ segments: [exifTurned], scan: Buffer.alloc(20, 7) });
    for (let length = 2; length < picture.length; length += 1)
      expect(clean(picture.subarray(0, length))).toBe('damaged');
  });

  it.each([
    ['a ZIP', Buffer.from('PK\x03\x04 classes', 'latin1')],
    ['a page', Buffer.from('<html>')],
    ['another picture', aJpeg()],
    ['one byte', Buffer.from([0])],
    ['a second end', Buffer.from([0, 2, 0xff, 0xd9])],
  ])('that %s follows is refused', (_, after) => {
    expect(clean(Buffer.concat([aJpeg(), after]))).toBe('damaged');
  });

  it('without a scan, or with two frames, is refused', () => {
    const frame = segment(0xc0, Buffer.from([8, 0, 9, 0, 9, 1, 1, 0x11, 0]));
    expect(clean(aJpeg({ segments: [frame] }))).toBe('damaged');
    expect(clean(Buffer.from([0xff, 0xd8, 0xff, 0xd9]))).toBe('damaged');
    expect(clean(aJpeg({ segments: [segment(0xc1, Buffer.from([8]))] }))).toBe('damaged');
  });
});
