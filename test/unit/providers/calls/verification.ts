import { httpVerification } from '#shared/providers/verification/http';
import { anIdentityVerification, aUser } from '#test/support/builders/users';
import type { ContractCall } from '../contract-call';

const user = aUser();
const verification = anIdentityVerification(user, {
  submission: { firstName: 'Eva', address: { city: 'Puebla' } },
  files: [
    {
      field: 'selfieUrl',
      key: 'people/u/kyc/v/selfieUrl',
      contentType: 'image/png',
      size: 3,
      sha256: 'ab'.repeat(32),
    },
  ],
});
const presignFile = async () => 'https://files.example.com/signed?x=1';

export const calls: readonly ContractCall[] = [
  {
    operation: 'POST /verifications',
    response: ['State', { status: 'PENDING', reference: 'case-1' }],
    sends: 'Submission',
    call: (provider) => httpVerification(provider, presignFile).submit({ user, verification }),
  },
  {
    operation: 'GET /verifications/{reference}',
    response: ['State', { status: 'VERIFIED', reference: 'case-1', firstName: 'EVA' }],
    call: (provider) => httpVerification(provider, presignFile).poll('case-1'),
  },
];
