import { expect, it } from 'vitest';
import { endpointDocs } from '#docs/endpoint-docs';
import { inlineSchema, readProperties } from '#docs/openapi/json-schema';
import { text } from '#shared/api/fields';
import { amount, amountText, tokenAmount, tokenAmountText } from '#shared/api/number-fields';
import { assertQuotable, parseRequestedAmount } from '#shared/quotes/requested-amount';
import { isBlank, PRINTABLE, VISIBLE_TEXT } from '#shared/values/printable-text';

it.each([
  'Ana',
  ' a',
  'a ',
  '\u00ad',
  '\u200b\u2060',
  '\u2800',
  ' ',
  '',
  'a\u00adb',
  '\u00ada',
  'a\n',
  '\u202ea',
  '日本',
  '😀',
  'é',
])('the document takes the text %j where the service does', (value) => {
  expect(inlineSchema(text)).toMatchObject({ pattern: VISIBLE_TEXT.source });
  expect(VISIBLE_TEXT.test(value)).toBe(text.safeParse(value).success);
});

it('takes each character of the basic plane as visible where the service does', () => {
  // Halves of surrogate pairs are not characters.
  const codes = Array.from({ length: 0x10000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);
  const differing = codes.filter((code) => {
    const character = String.fromCharCode(code);
    return VISIBLE_TEXT.test(character) !== (PRINTABLE.test(character) && !isBlank(character));
  });
  expect(differing).toEqual([]);
});

it.each([
  ['of a currency', amount, amountText, 'MXN'],
  ['of tokens', tokenAmount, tokenAmountText, 'USDC'],
] as const)(
  'the document has the bounds of amounts %s, in bodies and in queries',
  (_name, inBody, inQuery, currency) => {
    const { minimum, exclusiveMaximum, ...rest } = inlineSchema(inBody);
    expect(inlineSchema(inQuery)).toEqual({ ...rest, minimum, exclusiveMaximum, $defs: undefined });
    const least = parseRequestedAmount('fiatAmount', Number(minimum), currency);
    expect(least.minor).toBe(1n);
    expect(() => parseRequestedAmount('fiatAmount', Number(minimum) / 2, currency)).toThrow();
    const most = parseRequestedAmount('fiatAmount', Number(exclusiveMaximum), currency);
    expect(() => assertQuotable({ side: 'fiat', amount: most })).toThrow();
  },
);

it('the document has bounds for every number of a request', () => {
  const unbounded = [...endpointDocs.values()].flatMap(({ contract: { id, body, query } }) =>
    [body, query].flatMap((schema) =>
      Object.entries(schema === undefined ? {} : readProperties(inlineSchema(schema)))
        .filter(([, { type }]) => type === 'number' || type === 'integer')
        .filter(([, { minimum, exclusiveMinimum = minimum, maximum, exclusiveMaximum = maximum }]) =>
          [exclusiveMinimum, exclusiveMaximum].includes(undefined),
        )
        .map(([name]) => `${id} ${name}`),
    ),
  );
  expect(unbounded).toEqual([]);
});
