import { describe, expect, it } from 'vitest';
import type { IdentityVerification } from '#shared/identity/domain/identity-verification';
import { refusalReasons } from '#shared/identity/domain/refusal-reasons';
import { keptItems, resubmissionOf } from '#shared/identity/domain/resubmission';
import { slotsOf, stepsOf } from '#shared/identity/domain/verification-steps';
import { anIdentityVerification, aUser } from '#test/support/builders/users';
import verificationTexts from '../../../../shared/hosted-pages/verification/texts.json';

const file = (field: string) => ({ field, key: field, contentType: 'image/jpeg', size: 1, sha256: '' });
const address = { city: 'Oaxaca', zipCode: '68000' };
const documents = [{ type: 'ADDRESS_PROOF' }];
const rejected = (changes: Partial<IdentityVerification> = {}) =>
  anIdentityVerification(aUser(), {
    status: 'REJECTED',
    submission: { firstName: 'Eva', taxId: 'OAXX900427AB1', address, identity: { type: 'GOVERNMENT_ID' }, documents },
    files: ['selfieUrl', 'identity.frontIdUrl', 'identity.backIdUrl', 'documents.0.fileUrl'].map(file),
    rejectionReasons: ['DOCUMENT_EXPIRED'],
    ...changes,
  });

describe('a rejected verification is sent again', () => {
  it.each([
    [['DOCUMENT_EXPIRED'], ['document', 'sides', 'review']],
    [
      ['SELFIE_MISMATCH', 'ADDRESS_PROOF_EXPIRED'],
      ['face', 'proof', 'review'],
    ],
    [['DETAILS_MISMATCH'], ['person', 'review']],
    [
      ['TAX_ID_NOT_ACCEPTED', 'ADDRESS_MISMATCH'],
      ['address', 'contact', 'review'],
    ],
  ])('for %j with the steps %j', (rejectionReasons, steps) => {
    const resubmission = resubmissionOf(rejected({ rejectionReasons }), 'KYC', 'MX');
    expect(resubmission?.reasons).toEqual(rejectionReasons);
    expect(stepsOf({ kind: 'KYC', resubmission })).toEqual(steps);
  });

  it.each([
    ['not rejected', { status: 'REVIEW_NEEDED' }],
    ['for a reason that no one knows', { rejectionReasons: ['DOCUMENT_EXPIRED', 'SANCTIONED'] }],
    ['without a reason', { rejectionReasons: [] }],
    ['with a file that the page does not ask for', { files: [file('documents.1.frontIdUrl')] }],
    ['with a document of another type', { submission: { documents: [{ type: 'PASSPORT' }] } }],
    ['of another country', { country: 'US' }],
  ] as const)('whole where it is %s', (_, changes) => {
    expect(resubmissionOf(rejected(changes), 'KYC', 'MX')).toBeUndefined();
  });

  it('whole where the page of a business does not have the step', () => {
    expect(resubmissionOf(rejected({ rejectionReasons: ['SELFIE_MISMATCH'] }), 'KYB', 'MX')).toBeUndefined();
    const resubmission = resubmissionOf(rejected({ rejectionReasons: ['DETAILS_MISMATCH'] }), 'KYB', 'MX');
    expect(stepsOf({ kind: 'KYB', resubmission })).toEqual(['business', 'review']);
  });

  it.each([
    ['DOCUMENT_EXPIRED', ['firstName', 'taxId', 'address', 'documents'], ['selfieUrl', 'documents.0.fileUrl']],
    [
      'ADDRESS_PROOF_EXPIRED',
      ['firstName', 'taxId', 'address', 'identity'],
      ['selfieUrl', 'identity.frontIdUrl', 'identity.backIdUrl'],
    ],
    [
      'ADDRESS_MISMATCH',
      ['firstName', 'taxId', 'identity', 'documents'],
      ['selfieUrl', 'identity.frontIdUrl', 'identity.backIdUrl', 'documents.0.fileUrl'],
    ],
  ] as const)('for %s with what was not refused', (reason, members, files) => {
    const verification = rejected({ rejectionReasons: [reason] });
    const kept = keptItems(verification, {
      kind: 'KYC',
      resubmission: { verificationId: verification.id, reasons: [reason] },
    });
    expect(Object.keys(kept.submission)).toEqual(members);
    expect(kept.files.map(({ field }) => field)).toEqual(files);
  });

  it('with the sides of the document that is chosen now', () => {
    const plan = { kind: 'KYC', resubmission: { verificationId: '', reasons: ['DOCUMENT_UNREADABLE'] } } as const;
    expect(slotsOf(plan, {})).toEqual(['identityFront', 'identityBack']);
    expect(slotsOf(plan, { documentKind: 'PASSPORT' })).toEqual(['identityFront']);
  });
});

it.each(['en', 'es', 'pt'] as const)('every reason has its sentence in %s', (language) => {
  expect(Object.keys(verificationTexts[language].resubmission.reasons)).toEqual(refusalReasons);
});
