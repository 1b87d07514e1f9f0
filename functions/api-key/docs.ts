import { keyReplaced } from '#shared/api/problems';
import { defineDocs } from '#shared/contract/define-docs';
import { apiKey, rotatedApiKey } from '#shared/partners/api-keys/examples';
import { contract as getContract } from './get/contract';
import { contract as rotateContract } from './rotate/contract';

export const getApiKey = defineDocs(getContract, {
  sdk: ['apiKey.get', 'Reads what your key may do, from where, and until when. The key itself is not in the response.'],
  description:
    'Returns the key of this request without its secret: its scopes, its addresses and its end, as they are stored now. Use it to check a key before you deploy it.',
  example: { data: apiKey },
});

export const rotateApiKey = defineDocs(rotateContract, {
  sdk: [
    'apiKey.rotate',
    'Replaces your key. The response contains the new key; the previous one works on for 24 hours.',
  ],
  description:
    'Issues a successor of the key of this request, and returns it once. The successor has the same name, scopes and addresses, and ends with the previous key if that has an end. The previous key works until `previousExpiresAt`, so that you can deploy the new one without downtime. Each key can be rotated once: of two requests at the same moment one returns 409 `CONFLICT` with the `reason` `KEY_REPLACED`. A retry with the same `Idempotency-Key` and the same API key returns the same successor for 48 hours; no other key of yours gets it.',
  body: {
    about: 'The overlap of the two keys.',
    previousEndsAfterHours:
      'Hours for which the previous key still works; 24 by default. 0 ends it within a minute: use it for a key that has leaked. If that response is lost, only we can issue another key.',
  },
  example: { body: { previousEndsAfterHours: 24 }, data: rotatedApiKey },
  refusals: [keyReplaced()],
});
