import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { nameText, optionalName, optionalText, text } from '#shared/api/fields';
import { parseInput } from '#shared/http/validation';

const schema = z.object({
  name: text,
  alias: optionalText(10),
  country: optionalText(10, { holds: (value) => value === 'MX', message: 'Must be MX' }),
});
/** Returns the parsed body, or the error messages by field. */
const outcome = (body: object): unknown => {
  try {
    return parseInput(schema, { name: 'Ana', ...body });
  } catch (error) {
    return error instanceof Error && 'details' in error ? error.details : error;
  }
};
const refused = (field: string, message: string) => ({ errors: [{ field, message }] });

describe('text', () => {
  it.each(['José 李 O’Neill', 'می‌خواهم', '👩‍👩‍👧', ' Ana '])('%s is kept as it was given', (value) => {
    expect(outcome({ name: value })).toEqual({ name: value });
  });

  it.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['spaces of other scripts', '\u00a0\u3000\u2003'],
    ['characters without width', '\u200b\u2060\ufeff\u00ad'],
    ['fillers', '\u3164\u115f\u2800'],
  ])('of %s is missing where it is required and absent where it is optional', (_, value) => {
    expect(outcome({ name: value })).toEqual(refused('name', 'Must not be empty'));
    expect(outcome({ alias: value, country: value })).toEqual({ name: 'Ana' });
  });

  it.each([
    0x00, 0x07, 0x09, 0x0a, 0x0d, 0x1b, 0x7f, 0x85, 0x9b, 0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066,
    0x2069,
  ])('with the control or direction character %i is refused', (code) => {
    const value = `A${String.fromCodePoint(code)}b`;
    const message = 'Must not contain control or direction characters';
    expect(outcome({ name: value })).toEqual(refused('name', message));
    expect(outcome({ alias: value })).toEqual(refused('alias', message));
  });

  it('has a maximum length, and an optional one keeps its own rule', () => {
    expect(outcome({ alias: 'x'.repeat(11) })).toEqual(refused('alias', 'Must be at most 10 characters long'));
    expect(outcome({ alias: 'x'.repeat(10), country: 'MX' })).toMatchObject({ country: 'MX' });
    expect(outcome({ country: 'US' })).toEqual(refused('country', 'Must be MX'));
    expect(outcome({ name: 'x'.repeat(1001) })).toEqual(refused('name', 'Must be at most 1000 characters long'));
  });
});

describe('a name that documents print', () => {
  const named = z.object({ name: nameText(20), businessName: optionalName(20) });
  const parse = (body: object) => {
    const read = named.safeParse(body);
    return read.success ? read.data : read.error.issues.map(({ path, message }) => [path.join('.'), message]);
  };

  it.each(['Łukasz Đorđević', 'Nguyễn Thị Ánh', 'محمد بن علي', '王小明 김민준', 'Ωμέγα Иван'])('is %s', (name) => {
    expect(parse({ name, businessName: name })).toEqual({ name, businessName: name });
  });

  it('names the character that documents cannot show', () => {
    expect(parse({ name: '𠮷田', businessName: 'ACME 😀' })).toEqual([
      ['name', 'Must not contain 𠮷 (U+20BB7), which documents cannot show'],
      ['businessName', 'Must not contain 😀 (U+1F600), which documents cannot show'],
    ]);
  });

  it('is as long as other text, and absent where it is blank', () => {
    expect(parse({ name: 'x'.repeat(21) })).toMatchObject([['name', expect.any(String)]]);
    expect(parse({ name: '' })).toMatchObject([['name', expect.any(String)]]);
    expect(parse({ name: 'Ana', businessName: ' ' })).toEqual({ name: 'Ana' });
  });
});
