import { describe, expect, it } from 'vitest';
import { alternatives } from '#scripts/docs/openapi/conditions';
import type { Schema } from '#site/reference/api-document';
import { PageComponents } from '#site/reference/schemas/page-components';
import { ShapeReader } from '#site/reference/schemas/shape';
import { shapePart } from '#site/reference/schemas/shape-part';

const given = { not: { type: 'null' } };
const text: Schema = { type: 'string', description: 'Words.' };
const address: Schema = {
  type: 'object',
  description: 'Where.',
  properties: { street: text, city: text, zip: text },
  required: ['city'],
};
const schemas = new Map<string, Schema>([
  ['Address', address],
  ['Card', { type: 'object', properties: { kind: { const: 'CARD' }, number: text }, required: ['kind', 'number'] }],
  ['Cash', { type: 'object', properties: { kind: { const: 'CASH' } }, required: ['kind'] }],
]);
const reader = new ShapeReader(schemas);

const when = (condition: object, then: object) => ({ if: condition, then });

const rulesOf = (allOf: readonly unknown[]) =>
  reader
    .shape({ type: 'object', properties: { a: text, b: text, c: text }, allOf: JSON.parse(JSON.stringify(allOf)) })
    .rules.map((rule) => rule.text);

describe('rules between fields', () => {
  it('are sentences, for every alternative of the document', () => {
    expect(
      rulesOf(Object.values(alternatives).flat()).filter(
        (rule) => !/ (?:(?:is|are) required|have to differ)\.$/.test(rule),
      ),
    ).toEqual([]);
    expect(rulesOf(alternatives.CreateCrossRampQuoteRequest ?? [])).toContain(
      '`sourceCurrency` and `targetCurrency` have to differ.',
    );
    expect(rulesOf(alternatives.CreateOnRampRequest ?? [])).toEqual([
      'Without `quoteId`, `fiatCurrency`, `blockchainSymbol` and `tokenSymbol` are required.',
      'Without `quoteId`, exactly one of `fiatAmount` and `cryptoAmount` is required.',
      'At least one of `destinationWalletAddress` and `walletId` is required.',
    ]);
  });

  it.each([
    [
      when({ properties: { a: { enum: ['X', 'Y'] } }, required: ['a'] }, { properties: { b: given }, required: ['b'] }),
      'Where `a` is `X` or `Y`, `b` is required.',
    ],
    [
      {
        if: { properties: { a: { const: 'X' } }, required: ['a'] },
        else: { properties: { b: given }, required: ['b'] },
      },
      'Where `a` is not `X`, `b` is required.',
    ],
    [
      when(
        { properties: { a: { const: 'X' }, b: { type: 'null' } }, required: ['a'] },
        { properties: { c: given }, required: ['c'] },
      ),
      'Where `a` is `X`, and without `b`, `c` is required.',
    ],
    [
      when(
        { properties: { a: { const: 'X' }, b: { properties: { d: { type: 'null' } } } }, required: ['a'] },
        { properties: { c: given }, required: ['c'] },
      ),
      'Where `a` is `X`, and without `b.d`, `c` is required.',
    ],
  ])('%#', (rule, expected) => {
    expect(rulesOf([rule])).toEqual([expected]);
  });

  it('have fields of their own where they say more than which are required', () => {
    const then = { properties: { b: { type: 'string', pattern: '^[0-9]{9}$' } }, required: ['b'] };
    const [rule] = reader.shape({
      properties: { a: text, b: text },
      allOf: [{ if: { properties: { a: { const: 'US' } } }, then }],
    }).rules;
    expect(rule).toMatchObject({
      text: 'Where `a` is `US`:',
      shape: { fields: [{ name: 'b', required: true, limits: [{ text: '9 digits' }] }] },
    });
  });

  it('are no rules where they narrow fields for all', () => {
    const shape = reader.shape({
      allOf: [
        { $ref: '#/components/schemas/Address' },
        { properties: { city: { enum: ['Oslo'] } }, required: ['zip'] },
      ],
    });
    expect(shape.rules).toEqual([]);
    expect(shape.fields.map(({ name, required, values }) => ({ name, required, values }))).toEqual([
      { name: 'street', required: false, values: [] },
      { name: 'city', required: true, values: ['Oslo'] },
      { name: 'zip', required: true, values: [] },
    ]);
  });
});

describe('alternatives', () => {
  const choice: Schema = { oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Cash' }] };

  it('are named by what tells them apart', () => {
    const mapping = { CARD: '#/components/schemas/Card', CASH: '#/components/schemas/Cash' };
    const titles = reader
      .shape({ ...choice, discriminator: { propertyName: 'kind', mapping } })
      .alternatives.map(({ title }) => title);
    expect(titles).toEqual(['`kind` is `CARD`', '`kind` is `CASH`']);
  });

  it('are named by their component, or by their number', () => {
    expect(reader.shape(choice).alternatives.map(({ title }) => title)).toEqual(['Card', 'Cash']);
    expect(reader.shape({ anyOf: [address, address] }).alternatives.map(({ title }) => title)).toEqual([
      'Form 1',
      'Form 2',
    ]);
  });
});

describe('a shape on a page', () => {
  const shape = reader.shape({
    properties: {
      home: { $ref: '#/components/schemas/Address' },
      all: { type: 'array', items: { $ref: '#/components/schemas/Address' } },
    },
    required: ['home'],
  });
  const alone = new PageComponents();
  const twice = new PageComponents();
  twice.add(shape);

  it('folds objects that one place has', () => {
    expect(shapePart(shape, alone).html).toContain(
      '<dd><p>Where.</p><details><summary>3 fields</summary><dl class="fields"><dt><code>street</code>',
    );
    expect(shapePart(shape, alone).markdown.split('\n').slice(0, 2)).toEqual([
      '- `home` (object, required): Where.',
      '  - `street` (string): Words.',
    ]);
  });

  it('links to objects that several places have', () => {
    expect(twice.shared().map(({ component }) => component)).toEqual(['Address']);
    expect(shapePart(shape, twice).html).toBe(
      [
        '<dl class="fields"><dt><code>home</code> <span>object</span> <strong>required</strong></dt>',
        '<dd><p>Where.</p><p class="limits">Fields: <a href="#Address"><code>Address</code></a></p></dd>',
        '<dt><code>all</code> <span>array of objects</span></dt>',
        '<dd><p class="limits">Fields: <a href="#Address"><code>Address</code></a></p></dd></dl>',
      ].join(''),
    );
  });

  it('shows text of the document as text', () => {
    const hostile = reader.shape({ properties: { '<b>': { type: 'string', enum: ['<i>', '"'] } } });
    expect(shapePart(hostile, alone).html).not.toMatch(/<[bi]>/);
  });
});
