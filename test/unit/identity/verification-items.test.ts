import { expect, it } from 'vitest';
import type { IdentityVerification } from '#shared/identity/domain/identity-verification';
import { decodeVerification, encodeVerification } from '#shared/identity/item';

const verification: IdentityVerification = {
  id: '019bc1c5-0000-7000-8000-000000000001',
  userId: '019bc1c5-0000-7000-8000-000000000003',
  partnerId: '019bc1c5-0000-7000-8000-000000000002',
  status: 'IN_PROGRESS',
  country: 'MX',
  submission: { firstName: 'Ana' },
  files: [
    {
      field: 'identity.frontIdUrl',
      key: 'people/u/kyc/v/identity-frontIdUrl',
      contentType: 'image/png',
      size: 2016,
      sha256: 'ab'.repeat(32),
    },
  ],
  version: 1,
  submittedAtMs: 5,
  decidedAtMs: undefined,
  rejectionReasons: [],
};

it('returns what was stored', () => {
  expect(decodeVerification(encodeVerification(verification))).toEqual(verification);
});

it('reads records from before files were kept', () => {
  const { files: _files, ...before } = encodeVerification(verification);
  expect(decodeVerification(before)).toEqual({ ...verification, files: undefined });
});
