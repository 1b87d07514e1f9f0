import { describe, expect, it } from 'vitest';
import { PRINTABLE, VISIBLE_TEXT } from '#shared/values/printable-text';
import type { Schema } from '#site/reference/api-document';
import { limitWords, permittedValues, splitNull, typeWords } from '#site/reference/schemas/value-words';

const words = (schema: Schema) => limitWords(schema).map(({ text }) => text);

describe('limits in words', () => {
  const cases: readonly [schema: Schema, expected: readonly string[]][] = [
    [{ type: 'string', maxLength: 100 }, ['at most 100 characters']],
    [{ type: 'string', minLength: 16, maxLength: 128 }, ['16 to 128 characters']],
    [{ type: 'string', minLength: 1 }, ['at least 1 character']],
    [{ type: 'string', minLength: 2, maxLength: 2 }, ['exactly 2 characters']],
    [{ type: 'string', maxLength: 4096 }, []],
    [{ type: 'string', format: 'uuid', maxLength: 36 }, []],
    [{ type: 'string', format: 'date-time', maxLength: 24 }, []],
    [{ type: 'number', minimum: 0.000001, exclusiveMaximum: 1e12 }, ['from 0.000001, below 1,000,000,000,000']],
    [
      { type: 'number', exclusiveMinimum: 0, maximum: 100, multipleOf: 0.0001 },
      ['above 0 to 100', 'at most 4 decimals'],
    ],
    [{ type: 'integer', minimum: 0, maximum: 2147483647 }, ['0 or more']],
    [{ type: 'integer', minimum: 1, maximum: 100, default: 20 }, ['from 1 to 100', 'default `20`']],
    [{ type: 'integer', maximum: 7 }, ['at most 7']],
    [{ type: 'integer', multipleOf: 30 }, ['a multiple of 30']],
    [{ type: 'array', minItems: 1, maxItems: 7, uniqueItems: true }, ['1 to 7 items', 'no item twice']],
    [
      { type: 'string', pattern: PRINTABLE.source, maxLength: 200 },
      ['at most 200 characters', 'no control characters'],
    ],
    [
      { type: 'string', pattern: VISIBLE_TEXT.source, minLength: 1, maxLength: 200 },
      ['at most 200 characters', 'not blank, no control characters'],
    ],
    [{ type: 'string', pattern: '^[0-9]{18}$', maxLength: 18 }, ['18 digits']],
    [{ type: 'string', pattern: '^[A-Z]{2}$', maxLength: 2 }, ['2 capital letters']],
    [{ type: 'string', pattern: '^https?://' }, ['matches `^https?://`']],
  ];

  it.each(cases)('%j', (schema, expected) => {
    expect(words(schema)).toEqual(expected);
  });

  it('keep a long pattern apart from the sentence', () => {
    const pattern = `^(?:${'[a-z]{3}|'.repeat(10)}x)$`;
    expect(limitWords({ type: 'string', format: 'email', pattern })).toEqual([
      { text: 'e-mail address, of this pattern', pattern },
    ]);
  });

  it('leave to listed values what these say', () => {
    const schema: Schema = { type: 'string', enum: ['MXN', 'USD'], maxLength: 3 };
    expect({ limits: words(schema), values: permittedValues(schema) }).toEqual({ limits: [], values: ['MXN', 'USD'] });
    expect(permittedValues({ const: true })).toEqual(['true']);
  });
});

describe('types in words', () => {
  it.each([
    [{ type: 'string', format: 'uuid' }, 'string (UUID)'],
    [{ type: 'string', contentEncoding: 'base64' }, 'string (base64)'],
    [{ type: 'integer', format: 'int32' }, 'integer'],
    [{ enum: ['A'] }, 'string'],
    [{ pattern: '^x' }, 'string'],
    [{}, 'any value'],
  ] satisfies [Schema, string][])('%j is %s', (schema, expected) => {
    expect(typeWords(schema)).toBe(expected);
  });

  it('tell null apart in all its forms', () => {
    expect(splitNull({ type: ['string', 'null'], enum: ['A', null] })).toEqual({
      value: { type: 'string', enum: ['A'] },
      nullable: true,
    });
    expect(splitNull({ description: 'Mine.', anyOf: [{ type: 'number' }, { type: 'null' }] })).toEqual({
      value: { type: 'number', description: 'Mine.' },
      nullable: true,
    });
    const union: Schema = { anyOf: [{ type: 'number' }, { type: 'string' }] };
    expect(splitNull(union)).toEqual({ value: union, nullable: false });
  });
});
