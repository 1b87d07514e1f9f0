import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['requestSignatures'],
  effect: { entity: 'NTF', event: 'DOCUMENT_SIGNED' },
  // A signed record is in the bucket before the signature counts.
  roundTrips: 5,
  billed: [4, 15],
  example: { after: 'expireDeclaration', again: 'requestSignatures' },
};
