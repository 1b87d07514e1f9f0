import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { contract } from '#functions/banks/requirements/contract';
import { handler } from '#functions/banks/requirements/handler';
import { complianceFieldsFor } from '#shared/corridors/domain/compliance-fields';
import { countries, targetCountries } from '#shared/corridors/domain/payout-zones';
import { VISIBLE_TEXT } from '#shared/values/printable-text';
import { describeEndpoint } from '#test/support/handlers/describe-endpoint';
import { createWorld } from '#test/support/handlers/world';

describeEndpoint(contract, handler, { request: () => ({ query: { country: 'MX' } }), usesTable: false });

it('describes the details of a Mexican account', async () => {
  const world = await createWorld('getBankRequirements');
  const { status, body } = await world.call(handler, { query: { country: 'MX' } });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      success: true,
      data: {
        ...{ title: 'Bank details for MX', $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' },
        properties: {
          accountIdentifier: { type: 'string', maxLength: 18, pattern: '^[0-9]{18}$' },
          bankName: { type: 'string', minLength: 1, maxLength: 200, pattern: VISIBLE_TEXT.source },
        },
        required: ['accountIdentifier'],
        $defs: { addressForms: { const: [] }, complianceFields: { const: Object.values(complianceFieldsFor('MX')) } },
      },
    },
  });
});

it.each([
  ['DO', ['accountIdentifier', 'bankName', 'accountType', 'documentIdentifier', 'documentType']],
  ['US', ['accountIdentifier', 'bankName', 'routingNumber', 'accountHolder', 'address']],
  ['DE', ['iban', 'bic', 'bankName', 'accountHolder']],
  ['CN', ['accountIdentifier', 'bankName', 'accountType', 'accountHolder', 'address']],
  ['HK', ['accountIdentifier', 'bankName', 'accountType', 'accountHolder', 'address']],
])('asks for the fields of an account in %s, on every rail', async (country, required) => {
  const world = await createWorld('getBankRequirements');
  for (const rail of [{}, { targetRail: 'LOCAL' }, { targetRail: 'SWIFT' }]) {
    const response = await world.call(handler, { query: { country, ...rail } });
    expect(response).toMatchObject({ status: 200, body: { data: { title: `Bank details for ${country}`, required } } });
  }
});

it('refuses text of blanks in every region, as a check of an account does', async () => {
  const world = await createWorld('getBankRequirements');
  for (const [country] of Object.values(countries)) {
    const { data } = (await world.call(handler, { query: { country } })).body;
    const validate = new Ajv2020({ allErrors: true }).compile(data);
    const isTaken = (field: string, value: string) => {
      validate({ [field]: value });
      return !(validate.errors ?? []).some(({ instancePath }) => instancePath === `/${field}`);
    };
    expect([isTaken('bankName', 'Bank'), isTaken('bankName', ' \u200b')], country).toEqual([true, false]);
    const patterns = textPatterns(data);
    expect(patterns.length).toBeGreaterThan(0);
    for (const pattern of patterns) expect(new RegExp(pattern).test(' '), `${country} ${pattern}`).toBe(false);
  }
});

function textPatterns(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.values(schema).flatMap(textPatterns);
  if (!('type' in schema && schema.type === 'string') || 'enum' in schema || 'const' in schema) return inner;
  return [String('pattern' in schema ? schema.pattern : ''), ...inner];
}

it('describes every country that money is sent to', async () => {
  const world = await createWorld('getBankRequirements', { stage: 'production' });
  for (const country of targetCountries)
    expect((await world.call(handler, { query: { country } })).status, country).toBe(200);
});

it.each([
  ['MX', []],
  ['DE', ['SEPA']],
  ['US', ['FEDWIRE']],
  ['CN', ['SWIFT', 'CHATS']],
])('tells the forms of addresses on the rails to %s', async (country, rails) => {
  const world = await createWorld('getBankRequirements');
  const { data } = (await world.call(handler, { query: { country } })).body;
  const forms: { rail: string; form: string; until: string | null }[] = data.$defs.addressForms.const;
  expect([...new Set(forms.map(({ rail }) => rail))]).toEqual(rails);
  const ended = forms.filter(({ until }) => until !== null);
  expect(ended).toEqual(
    rails.map((rail) => ({
      ...{ rail, form: 'UNSTRUCTURED', since: null },
      until: rail === 'SEPA' ? '2026-11-15' : '2026-11-16',
    })),
  );
});

it.each([
  ['MX', 'FAMILY_SUPPORT', null],
  ['HK', 'FAMILY_SUPPORT', null],
  ['CN', 'FAMI', 'GDDS'],
])('tells what is said of a payment to %s', async (country, code, byDefault) => {
  const world = await createWorld('getBankRequirements');
  const { data } = (await world.call(handler, { query: { country } })).body;
  const [purpose, ...others] = data.$defs.complianceFields.const;
  expect(purpose).toMatchObject({ field: 'purpose', default: byDefault, requiredFrom: null });
  expect(purpose.codes[0]).toBe(code);
  expect(others.map(({ field }: { field: string }) => field)).toEqual(['sourceOfFunds', 'relationship']);
});

it.each([
  ['no country', {}, 'country'],
  ['a country that it does not serve', { country: 'BR' }, 'country'],
  ['an unknown rail', { country: 'MX', targetRail: 'WIRE' }, 'targetRail'],
])('refuses %s', async (_, query, field) => {
  const world = await createWorld('getBankRequirements');
  const response = await world.call(handler, { query });
  const message = expect.stringMatching(/^Must be one of /);
  expect(response).toMatchObject({
    status: 400,
    body: { code: 'INVALID_USER_INPUT_ERROR', errors: [{ field, message }] },
  });
});
