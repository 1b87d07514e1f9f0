import { describe, expect, it } from 'vitest';
import { listKycCountries } from '#shared/corridors/domain/payout-zones';
import { type KycTemplate, kycTemplateFor, submissionViolations } from '#shared/identity/domain/kyc-template';

const AT_MS = Date.parse('2026-06-15T12:00:00Z');

const complete = {
  firstName: 'Ana',
  lastName: 'García',
  dateOfBirth: '1990-05-17',
  address: { street: 'Av. Reforma 10', city: 'CDMX' },
  phoneNumber: '+525512345678',
  identity: { type: 'GOVERNMENT_ID', frontIdUrl: 'https://files.example.com/front' },
  selfieUrl: 'https://files.example.com/selfie',
  profession: 'ENGINEER',
  taxId: 'GAAA900517AB1',
};

function template(country: string): KycTemplate {
  const found = kycTemplateFor('production', country, 'INDIVIDUAL');
  if (found === undefined) throw new Error(`No template for ${country}`);
  return found;
}

function invalidFields(submission: Readonly<Record<string, unknown>>, country = 'MX'): string[] {
  return submissionViolations(template(country), country, submission, AT_MS).map(({ field }) => field);
}

describe('templates', () => {
  it('exist for every listed country and for no other, in both stages', () => {
    expect(listKycCountries()).toHaveLength(39);
    for (const stage of ['sandbox', 'production'] as const) {
      for (const country of listKycCountries()) expect(kycTemplateFor(stage, country, 'INDIVIDUAL')).toBeDefined();
      for (const country of ['BR', 'CN', 'HK', 'CA', 'XX', 'mx', ''])
        expect(kycTemplateFor(stage, country, 'INDIVIDUAL')).toBeUndefined();
    }
  });

  it.each(listKycCountries())('require nothing in the sandbox (%s)', (country) => {
    const sandbox = kycTemplateFor('sandbox', country, 'INDIVIDUAL');
    expect(sandbox).toMatchObject({ required: [] });
    if (sandbox === undefined) return;
    const child = { dateOfBirth: '2024-02-29', lastName: 'Rejected' };
    expect(submissionViolations(sandbox, country, child, AT_MS)).toEqual([]);
  });
});

describe('a submission in production', () => {
  it('is complete', () => {
    expect(invalidFields(complete)).toEqual([]);
    const { profession: _profession, taxId: _taxId, ...elsewhere } = complete;
    for (const country of ['DO', 'US', 'DE']) expect(invalidFields(elsewhere, country)).toEqual([]);
  });

  it.each(Object.keys(complete))('reports %s as missing', (field) => {
    const rest = Object.fromEntries(Object.entries(complete).filter(([name]) => name !== field));
    expect(invalidFields(rest)).toEqual([field]);
  });

  it('reports everything that is missing at once', () => {
    expect(invalidFields({})).toEqual([
      'firstName',
      'lastName',
      'dateOfBirth',
      'address',
      'phoneNumber',
      'identity',
      'selfieUrl',
      'profession',
      'taxId',
    ]);
  });

  it.each([
    ['an address without parts', { address: {} }, ['address']],
    ['an address of empty parts', { address: { street: undefined } }, ['address']],
    ['an identity of its kind alone', { identity: { type: 'TAX_ID' } }, ['identity.frontIdUrl']],
    ['the back alone', { identity: { backIdUrl: 'https://x.example/b' } }, ['identity.frontIdUrl']],
    ['the front at the top', { identity: undefined, frontIdUrl: 'https://x.example/f' }, []],
    ['the front at the top beside a kind', { identity: { type: 'TAX_ID' }, frontIdUrl: 'https://x.example/f' }, []],
    ['the back at the top', { identity: undefined, backIdUrl: 'https://x.example/b' }, ['identity']],
    [
      'the front among the documents',
      { identity: undefined, documents: [{ type: 'PASSPORT', frontIdUrl: 'https://x.example/f' }] },
      [],
    ],
    [
      'another document alone',
      { identity: undefined, documents: [{ type: 'ADDRESS_PROOF', fileUrl: 'https://x.example/a' }] },
      ['identity'],
    ],
    ['the oldest there may be', { dateOfBirth: '1900-01-01' }, []],
    ['a child of 17', { dateOfBirth: '2008-06-16' }, ['dateOfBirth']],
    ['someone of 18 today', { dateOfBirth: '2008-06-15' }, []],
    ['a business RFC', { taxId: 'ABC900517AB1' }, ['taxId']],
    ['an RFC without a date', { taxId: 'GAAA901317AB1' }, ['taxId']],
  ])('with %s names %3$j', (_, change, fields) => {
    expect(invalidFields({ ...complete, ...change })).toEqual(fields);
  });
});

describe.each(['sandbox', 'production'] as const)('what is given in the %s', (stage) => {
  const violatedFields = (country: string, submission: Readonly<Record<string, unknown>>, business = false) => {
    const found = kycTemplateFor(stage, country, business ? 'BUSINESS' : 'INDIVIDUAL');
    if (found === undefined) throw new Error(`No template for ${country}`);
    return submissionViolations({ ...found, required: [] }, country, submission, AT_MS).map(({ field }) => field);
  };

  it.each([
    ['a date of birth of the sandbox for minors', { dateOfBirth: '2015-01-01' }, ['dateOfBirth']],
    ['an RFC of a company', { taxId: 'ABC900517AB1' }, ['taxId']],
    ['an RFC without a date', { taxId: 'GAAA901317AB1' }, ['taxId']],
    ['a word for an RFC', { taxId: 'none' }, ['taxId']],
    ['the general RFC', { taxId: 'XAXX010101000' }, []],
    ['a postal code of four digits', { address: { zipCode: '0660' } }, ['address.zipCode']],
    ['letters for a postal code', { address: { zipCode: 'abcde' } }, ['address.zipCode']],
    ['a postal code', { address: { zipCode: '06600' } }, []],
    ['one of another country', { address: { zipCode: 'SW1A 1AA', country: 'United Kingdom' } }, []],
    ['one of the United States', { address: { zipCode: '10001-2345', country: 'US' } }, []],
    ['none of the United States', { address: { zipCode: 'SW1A 1AA', country: 'USA' } }, ['address.zipCode']],
    ['signs for one of elsewhere', { address: { zipCode: '#1', country: 'DE' } }, ['address.zipCode']],
    ['an owner with no RFC', { realOwner: { rfc: 'x' } }, ['realOwner.rfc']],
    ['an owner that is a company', { beneficiaryOwner: { rfc: 'ABC900517AB1' } }, []],
    ['what is no text', { taxId: 5, address: 'here', realOwner: [] }, []],
  ])('with %s names %3$j', (_, submission, fields) => {
    expect(violatedFields('MX', submission)).toEqual(fields);
  });

  it('is the RFC of a company for a business', () => {
    expect(violatedFields('MX', { taxId: 'ABC900517AB1' }, true)).toEqual([]);
    expect(violatedFields('MX', { taxId: 'GAAA900517AB1' }, true)).toEqual(['taxId']);
  });

  it('is any tax id outside Mexico', () => {
    expect(violatedFields('US', { taxId: '123-45-6789', realOwner: { rfc: '-' } })).toEqual([]);
  });
});
