import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dataStep } from '#shared/hosted-pages/verification/data-step';
import { filesStep } from '#shared/hosted-pages/verification/files-step';
import { missingSlots, reachableStep } from '#shared/hosted-pages/verification/replies';
import type { UploadSlot } from '#shared/identity/domain/upload-slots';
import type { VerificationSession } from '#shared/identity/sessions/repository';
import { draftViolations, requiredDraftFields, requiredSlots } from '#shared/identity/sessions/validate-draft';

const NOW = Date.parse('2026-11-21T12:00:00Z');

const person = {
  firstName: 'Xóchitl',
  lastName: 'Ocampo',
  dateOfBirth: '1990-04-27',
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
    expiresAtMs: NOW + 1000,
    step: 'data',
    draft: {},
    files: [],
    pending: [],
    closedAtMs: undefined,
    version: 1,
    ...changes,
  };
}

const file = (slot: UploadSlot) => ({ slot, name: slot });

afterEach(() => vi.unstubAllEnvs());

describe('in production', () => {
  beforeEach(() => vi.stubEnv('STAGE', 'production'));

  it('asks for everything that the template of a person names', () => {
    expect([...draftViolations(session(), {}, NOW).keys()].sort()).toEqual(Object.keys(person).sort());
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
    ['dateOfBirth', '2008-11-22'],
    ['dateOfBirth', '1990-02-30'],
    ['dateOfBirth', '27/04/1990'],
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

  it('takes the RFC of a company from a business only, and of a person from a person only', () => {
    const found = draftViolations(session({ kind: 'KYB' }), { ...business, taxId: person.taxId }, NOW);
    expect([...found]).toEqual([['taxId', 'invalid']]);
  });

  it('lets no one pass a step that is not complete', () => {
    const at = (changes: Partial<VerificationSession>, asked?: string) =>
      reachableStep({ session: session(changes) }, asked, NOW);
    expect(at({}, 'review')).toBe('data');
    expect(at({}, 'files')).toBe('data');
    expect(at({ step: 'review' })).toBe('data');
    expect(at({ draft: person }, 'review')).toBe('files');
    expect(at({ draft: person, files: [file('selfie')] }, 'review')).toBe('files');
    expect(missingSlots(session({ files: [file('selfie')] }))).toEqual(['identityFront']);
    expect(at({ draft: person, files: [file('selfie'), file('identityFront')] }, 'review')).toBe('review');
    expect(at({ draft: person, step: 'review' }, 'data')).toBe('data');
    expect(at({ draft: person, step: 'files' }, 'nonsense')).toBe('files');
  });

  it('marks what is required and what is not, in the form and among the files', async () => {
    const required = requiredDraftFields(session());
    const { render } = dataStep({
      language: 'en',
      session: session(),
      entered: {},
      violations: new Map(),
      asked: required,
    });
    const html = String(await render(undefined));
    expect(html).toContain('id="firstName" name="firstName" required');
    expect(html).toMatch(/State or region <span class="hint">\(optional\)<\/span>/);
    expect(html).not.toContain('test environment');
    const files = filesStep({
      language: 'es',
      session: session(),
      violations: new Map([['selfie', 'missing']]),
      asked: requiredSlots(session()),
      bucket: 'https://bucket.example',
    });
    expect(files.status).toBe(422);
    const page = String(await files.render(undefined));
    expect(page).toContain('Actívelos o abra el enlace en otro navegador');
    expect(page).toContain('Foto de su rostro: Agregue este archivo');
    expect(page).toMatch(/Comprobante de domicilio <span class="hint">\(opcional\)<\/span>/);
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
    const wrong = { dateOfBirth: 'yesterday', 'address.zipCode': '1', phoneNumber: '1', taxId: '?' };
    expect([...draftViolations(session(), wrong, NOW)]).toEqual(Object.keys(wrong).map((field) => [field, 'invalid']));
    expect(reachableStep({ session: session() }, 'review', NOW)).toBe('review');
    expect(reachableStep({ session: session() }, undefined, NOW)).toBe('data');
  });

  it.each([
    ['2023-02-30', 1],
    ['2027-01-01', 1],
    ['1899-12-31', 1],
    ['2015-01-01', 1],
    ['2015-01-02', 0],
    ['1990-05-17', 0],
  ])('with the date of birth %s finds this many violations: %i', (dateOfBirth, violations) => {
    expect(draftViolations(session(), { dateOfBirth }, NOW).size).toBe(violations);
  });

  it('accepts only listed values', () => {
    expect([...draftViolations(session(), { profession: 'WIZARD' }, NOW)]).toEqual([['profession', 'invalid']]);
  });
});
