import { expect, it } from 'vitest';
import { decodeVerification, encodeVerification } from '#shared/identity/item';
import { anIdentityVerification, aUser } from '#test/support/builders/users';

const verification = anIdentityVerification(aUser(), {
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
});

it('returns what was stored', () => {
  expect(decodeVerification(encodeVerification(verification))).toEqual(verification);
});
