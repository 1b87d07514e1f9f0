import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listKycCountries } from '#shared/corridors/domain/payout-zones';
import { fieldsStep } from '#shared/hosted-pages/verification/fields-step';
import { filesStep } from '#shared/hosted-pages/verification/files-step';
import { reachableStep } from '#shared/hosted-pages/verification/replies';
import { toE164 } from '#shared/identity/domain/phone-numbers';
import { slotsFor, type UploadSlot } from '#shared/identity/domain/upload-slots';
import { documentKindOf, identityTypeOf, textOf, toSubmission } from '#shared/identity/domain/verification-draft';
import type { VerificationSession } from '#shared/identity/sessions/repository';
import {
  draftViolations,
  missingSlots,
  requiredDraftFields,
  requiredSlots,
} from '#shared/identity/sessions/validate-draft';

const NOW = Date.parse('2026-11-21T12:00:00Z');

/** Returns the form fields of a date of birth. */
function born(date: string) {
  const [year = '', month = '', day = ''] = date.split('-');
  return { 'dateOfBirth.day': day, 'dateOfBirth.month': month, 'dateOfBirth.year': year };
}

const person = {
  firstName: 'Xóchitl',
  lastName: 'Ocampo',
  ...born('1990-04-27'),
  profession: 'TEACHER',
  'address.street': 'Calle Tejocote 17',
  'address.city': 'Oaxaca',
  'address.zipCode': '68000',
  'address.country': 'MX',
  phoneNumber: '+529511234567',
  taxId: 'OAXX900427AB1',
};
const business = {
  businessName: 'Mezcales Quiéreme',
  countryOfConstitution: 'MX',
  taxId: 'MQU010203AB1',
  firstName: 'Xóchitl',
  lastName: 'Ocampo',
  'address.street': 'Calle Tejocote 17',
  'address.city': 'Oaxaca',
  'address.zipCode': '68000',
  'address.country': 'MX',
  phoneNumber: '+529511234567',
};

function session(changes: Partial<VerificationSession> = {}): VerificationSession {
  return {
    id: '019bc2c2-41c0-7b3a-9c55-08d7e6f1a2b4',
    userId: '019bc2c2-41c0-7b3a-9c55-08d7e6f1a2b5',
    partnerId: '019bc2c2-41c0-7b3a-9c55-08d7e6f1a2b6',
    kind: 'KYC',
    country: 'MX',
    redirectUri: undefined,
    resubmission: undefined,
    expiresAtMs: NOW + 1000,
    step: 'person',
    draft: {},
    files: [],
    pending: [],
    closedAtMs: undefined,
    version: 1,
    ...changes,
  };
}

const file = (slot: UploadSlot) => ({ slot, name: slot, sha256: '00', versionId: undefined });

afterEach(() => vi.unstubAllEnvs());

describe('in production', () => {
  beforeEach(() => vi.stubEnv('STAGE', 'production'));

  it('asks for everything that the template of a person names', () => {
    expect([...draftViolations(session(), {}, NOW).keys()].sort()).toEqual(
      [...new Set(Object.keys(person).map((input) => input.replace(/^dateOfBirth\..*/, 'dateOfBirth')))].sort(),
    );
    expect(new Set(draftViolations(session(), {}, NOW).values())).toEqual(new Set(['missing']));
    expect(draftViolations(session(), person, NOW).size).toBe(0);
    expect(requiredSlots(session())).toEqual(['selfie', 'identityFront']);
    expect(requiredDraftFields(session({ country: 'US' }))).not.toContain('taxId');
  });

  it('asks for everything that the template of a business names', () => {
    const kyb = session({ kind: 'KYB' });
    expect([...draftViolations(kyb, {}, NOW).keys()].sort()).toEqual(Object.keys(business).sort());
    expect(draftViolations(kyb, business, NOW).size).toBe(0);
    expect(requiredSlots(kyb)).toEqual(['identityFront']);
  });

  it.each([
    ['phoneNumber', '5512345678'],
    ['phoneNumber', '+52 55 1234 5678'],
    ['taxId', 'MQU010203AB1'],
    ['taxId', 'OAXX901327AB1'],
    ['profession', 'WIZARD'],
    ['countryOfBirth', 'Atlantis'],
    ['economicActivity', 'Educación'],
    ['firstName', 'x'.repeat(1001)],
    ['address.city', 'x'.repeat(1001)],
  ])('refuses %s %j', (field, value) => {
    expect([...draftViolations(session(), { ...person, [field]: value }, NOW)]).toEqual([[field, 'invalid']]);
  });

  it.each(['2008-11-22', '1990-02-30', '27/04/1990'])('refuses the date of birth %s', (date) => {
    const found = draftViolations(session(), { ...person, ...born(date) }, NOW);
    expect([...found]).toEqual([['dateOfBirth', 'invalid']]);
  });

  it('takes the RFC of a company from a business only, and of a person from a person only', () => {
    const found = draftViolations(session({ kind: 'KYB' }), { ...business, taxId: person.taxId }, NOW);
    expect([...found]).toEqual([['taxId', 'invalid']]);
  });

  it('lets no one pass a step that is not complete', () => {
    const at = (changes: Partial<VerificationSession>, asked?: string) =>
      reachableStep({ session: session(changes) }, asked, NOW);
    const document = { documentKind: 'PASSPORT' };
    expect(at({}, 'review')).toBe('person');
    expect(at({}, 'sides')).toBe('person');
    expect(at({ step: 'review' })).toBe('person');
    expect(at({ draft: { ...person, phoneNumber: '' } }, 'review')).toBe('contact');
    expect(at({ draft: person }, 'review')).toBe('document');
    expect(at({ draft: { ...person, ...document }, files: [file('selfie')] }, 'review')).toBe('sides');
    expect(at({ draft: { ...person, documentKind: 'NATIONAL_ID' }, files: [file('identityFront')] }, 'review')).toBe(
      'face',
    );
    expect(missingSlots(session({ files: [file('selfie')] }), 'sides')).toEqual(['identityFront']);
    expect(missingSlots(session({ files: [file('selfie')] }), 'face')).toEqual([]);
    const complete = { draft: { ...person, ...document }, files: [file('selfie'), file('identityFront')] };
    expect(at(complete, 'review')).toBe('review');
    expect(at({ draft: person, step: 'review' }, 'person')).toBe('person');
    expect(at({ ...complete, step: 'face' }, 'nonsense')).toBe('face');
    expect(at({ ...complete, step: 'face' }, 'business')).toBe('face');
  });

  it('marks what is required and what is not, in the form and among the files', async () => {
    const required = requiredDraftFields(session());
    const { render } = fieldsStep({
      language: 'en',
      session: session(),
      step: 'address',
      fields: ['address.city', 'address.state'],
      entered: {},
      violations: new Map(),
      asked: required,
    });
    const html = String(await render(undefined));
    expect(html).toContain('id="address.city" name="address.city" required');
    expect(html).toMatch(/State or region <span class="hint">\(optional\)<\/span>/);
    expect(html).not.toContain('test environment');
    const files = filesStep({
      language: 'es',
      session: session(),
      step: 'face',
      violations: new Map([['selfie', 'missing']]),
      asked: requiredSlots(session()),
      bucket: 'https://bucket.example',
    });
    expect(files.status).toBe(422);
    const page = String(await files.render(undefined));
    expect(page).toContain('Actívelos o abra el enlace en otro navegador');
    expect(page).toContain('Foto de su rostro: Agregue este archivo');
    expect(page).toContain('accept="image/jpeg,image/png,image/gif,image/webp" capture="user"');
    expect(page).toContain('id="selfie-error"');
  });
});

describe('in the sandbox', () => {
  beforeEach(() => vi.stubEnv('STAGE', 'sandbox'));

  it('requires nothing, and validates what is given', () => {
    expect(draftViolations(session(), {}, NOW).size).toBe(0);
    expect(draftViolations(session(), person, NOW).size).toBe(0);
    expect(requiredSlots(session())).toEqual([]);
    const wrong = { 'address.zipCode': '1', phoneNumber: '1', taxId: '?' };
    expect([...draftViolations(session(), wrong, NOW)]).toEqual(Object.keys(wrong).map((field) => [field, 'invalid']));
    expect(reachableStep({ session: session() }, 'review', NOW)).toBe('review');
    expect(reachableStep({ session: session() }, undefined, NOW)).toBe('person');
  });

  it.each([
    ['2023-02-30', 1],
    ['2027-01-01', 1],
    ['1899-12-31', 1],
    ['2015-01-01', 1],
    ['2015-01-02', 0],
    ['1990-05-17', 0],
  ])('with the date of birth %s finds this many violations: %i', (date, violations) => {
    expect(draftViolations(session(), born(date), NOW).size).toBe(violations);
  });

  it('accepts only listed values', () => {
    expect([...draftViolations(session(), { profession: 'WIZARD' }, NOW)]).toEqual([['profession', 'invalid']]);
  });
});

describe('a date of birth', () => {
  it.each([
    [{ 'dateOfBirth.day': '27', 'dateOfBirth.month': '4', 'dateOfBirth.year': '1990' }, '1990-04-27'],
    [{ 'dateOfBirth.day': '27' }, '0000-00-27'],
    [{ 'dateOfBirth.day': '', 'dateOfBirth.month': '', 'dateOfBirth.year': '' }, ''],
    [{ 'dateOfBirth.day': '28', 'dateOfBirth.month': '4', 'dateOfBirth.year': '90' }, '0090-04-28'],
    [{}, ''],
  ])('of %j is %j', (draft, date) => {
    expect(textOf(draft, 'dateOfBirth')).toBe(date);
    expect(toSubmission('KYC', draft)).toEqual(date === '' ? {} : { dateOfBirth: date });
  });
});

describe('a document', () => {
  it.each([
    [{ documentKind: 'NATIONAL_ID' }, 'GOVERNMENT_ID', true],
    [{ documentKind: 'PASSPORT' }, 'GOVERNMENT_ID', false],
    [{ documentKind: 'RESIDENCE_PERMIT' }, 'RESIDENT_CARD', true],
    [{}, undefined, true],
  ])('chosen as %j is a %s, and has a back: %s', (draft, type, hasBack) => {
    expect(identityTypeOf(draft)).toBe(type);
    expect(slotsFor('KYC', documentKindOf(draft)).includes('identityBack')).toBe(hasBack);
    expect(slotsFor('KYB', documentKindOf(draft)).includes('selfie')).toBe(false);
  });
});

describe('a telephone number', () => {
  it.each([
    ['55 1234 5678', 'MX', '+525512345678'],
    ['(55) 1234-5678', 'MX', '+525512345678'],
    ['+52 55 1234 5678', 'US', '+525512345678'],
    ['0034 612 345 678', 'MX', '+34612345678'],
    ['030 1234567', 'DE', '+49301234567'],
    ['06 1234 5678', 'IT', '+390612345678'],
    ['809-555-0100', 'DO', '+18095550100'],
    ['call me', 'MX', 'call me'],
    ['5512345678', 'ZZ', '5512345678'],
    ['', 'MX', ''],
  ])('%s in %s is %s', (text, country, number) => {
    expect(toE164(text, country)).toBe(number);
  });

  it('has the code of every country that offers verifications', () => {
    const missing = listKycCountries().filter((country) => !toE164('5512345678', country).startsWith('+'));
    expect(missing).toEqual([]);
  });
});
