import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { invoiceFile } from '#shared/corridors/fields';

const MB = 1024 * 1024;
const base64 = (bytes: number) => Buffer.alloc(bytes, 'x').toString('base64');
const inLines = (text: string) => (text.match(/.{1,76}/g) ?? []).join('\r\n');

beforeEach(() => {
  vi.stubEnv('STAGE', 'sandbox');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const findMessages = (value: unknown) => invoiceFile.safeParse(value).error?.issues.map(({ message }) => message);

describe('an invoice', () => {
  it.each([
    ['padded', 'YWI=', 'ab'],
    ['without its padding', 'YWI', 'ab'],
    ['with white space anywhere', ' YW\r\nI =\n', 'ab'],
  ])('is decoded %s', (_how, text, content) => {
    expect(Buffer.from(invoiceFile.parse(text) ?? []).toString()).toBe(content);
  });

  it.each(['', ' ', '\r\n\t', undefined])('is absent as %j', (text) => {
    expect(invoiceFile.parse(text)).toBeUndefined();
  });

  it.each(['a', 'a=', '=', '====', 'YWI==', 'YW=I', 'YWI=YWI=', 'YWJ=', '%PDF', 'YW-_', 'YWI!', 'données'])(
    'is refused as %j, which is no Base64',
    (text) => {
      expect(findMessages(text)).toEqual(['Must be Base64']);
    },
  );

  it('is refused in linear time, whatever it contains', () => {
    for (const filler of ['A', ' ', '=', 'A ', '\n', '\u00a0']) {
      const text = `A${filler.repeat(Math.floor((5 * MB) / filler.length))}!`;
      expect(findMessages(text)).toEqual(['Must be Base64']);
    }
  });

  it('has at most 4 MB, with line breaks too', () => {
    expect(invoiceFile.parse(inLines(base64(4 * MB)))).toHaveLength(4 * MB);
    expect(findMessages(base64(4 * MB + 1))).toEqual(['Must be at most 4 MB']);
  });

  it('must be a PDF by its content in production', () => {
    vi.stubEnv('STAGE', 'production');
    expect(findMessages(Buffer.from('no invoice').toString('base64'))).toEqual(['Must be a PDF']);
    expect(findMessages(Buffer.from('\ufeff%PDF-1.7 invoice').toString('base64'))).toBeUndefined();
  });
});
