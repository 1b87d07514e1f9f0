import { describe, expect, it } from 'vitest';
import { detectFileType, fileUses, maxFileBytes, storedContentType } from '#shared/identity/domain/file-rules';
import { sampleFiles } from '#test/support/servers/file-server';

const types = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  oldGif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  html: undefined,
  svg: undefined,
} as const satisfies Record<keyof typeof sampleFiles, string | undefined>;

const others: readonly [string, Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['one byte', Buffer.from([0xff])],
  ['a beginning cut short', sampleFiles.png.subarray(0, 7)],
  ['RIFF that is no WebP', Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ', 'latin1')],
  ['WEBP without RIFF', Buffer.from('XXXX\x24\x00\x00\x00WEBPVP8 ', 'latin1')],
  ['another GIF', Buffer.from('GIF88a')],
  ['the marks in another case', Buffer.from('%pdf-1.7')],
  ['plain text', Buffer.from('hello')],
  ['a program', Buffer.from('\x7fELF', 'latin1')],
  ['a packed folder', Buffer.from('PK\x03\x04', 'latin1')],
  ['XML', Buffer.from('<?xml version="1.0"?><svg/>')],
  ['a PDF after HTML', Buffer.concat([sampleFiles.html, sampleFiles.pdf])],
  ['a PDF after a blank', Buffer.concat([Buffer.from(' '), sampleFiles.pdf])],
  ['a PDF after a byte order mark', Buffer.concat([Buffer.from('\xef\xbb\xbf', 'latin1'), sampleFiles.pdf])],
  ['a JPEG after a line', Buffer.concat([Buffer.from('\n'), sampleFiles.jpeg])],
  ['a PNG after a script', Buffer.concat([Buffer.from('<script>'), sampleFiles.png])],
  ['a TIFF', Buffer.from('II*\x00', 'latin1')],
  ['a bitmap', Buffer.from('BM')],
];

describe('the type of a file', () => {
  it.each([
    ['jpeg', types.jpeg],
    ['png', types.png],
    ['gif', types.gif],
    ['oldGif', types.oldGif],
    ['webp', types.webp],
    ['pdf', types.pdf],
    ['html', types.html],
    ['svg', types.svg],
  ] as const)('of %s is %s', (name, type) => expect(detectFileType(sampleFiles[name])).toBe(type));

  it.each(others)('is unknown for %s', (_, content) => expect(detectFileType(content)).toBeUndefined());
});

describe('the files that each use accepts', () => {
  it('are limited to 3, 5 and 10 MB of 1,048,576 bytes', () => {
    expect(maxFileBytes).toEqual({ SELFIE: 3_145_728, IDENTITY: 5_242_880, DOCUMENT: 10_485_760 });
  });

  it.each(fileUses)('are in production pictures, and PDFs except for the selfie (%s)', (use) => {
    for (const name of ['jpeg', 'png', 'gif', 'oldGif', 'webp'] as const)
      expect(storedContentType(sampleFiles[name], use, 'production')).toBe(types[name]);
    expect(storedContentType(sampleFiles.pdf, use, 'production')).toBe(
      use === 'SELFIE' ? undefined : 'application/pdf',
    );
    for (const [, content] of others) expect(storedContentType(content, use, 'production')).toBeUndefined();
    for (const name of ['html', 'svg'] as const)
      expect(storedContentType(sampleFiles[name], use, 'production')).toBeUndefined();
  });

  it.each(fileUses)('are any files in the sandbox, stored as bytes when their type is unknown (%s)', (use) => {
    expect(storedContentType(sampleFiles.pdf, use, 'sandbox')).toBe('application/pdf');
    expect(storedContentType(sampleFiles.html, use, 'sandbox')).toBe('application/octet-stream');
  });
});
