import { keyReplaced } from '#shared/api/problems';
import { defineDocs } from '#shared/contract/define-docs';
import { apiKey, rotatedApiKey } from '#shared/partners/api-keys/examples';
import { contract as getContract } from './get/contract';
import { contract as rotateContract } from './rotate/contract';

export const getApiKey = defineDocs(getContract, {
  sdk: ['apiKey.get', 'Reads the scopes, addresses and expiry of your key, without the key itself.'],
  description:
    'Returns the current scopes, addresses and expiry of the key of this request, without the key itself. Use this call to check a key before you deploy the key.',
  example: { data: apiKey },
});

export const rotateApiKey = defineDocs(rotateContract, {
  sdk: [
    'apiKey.rotate',
    'Replaces your key. The response contains the new key. The previous key works for another 24 hours.',
  ],
  description:
    'Replaces the key of this request with a new key, which is shown once. The new key has the same name, scopes and addresses. If the previous key has an end date, the new key has the same end date. The previous key works until `previousExpiresAt`, so that you can deploy the new key without downtime. You can rotate each key once. Of two concurrent requests, one returns 409 `CONFLICT` with the `reason` `KEY_REPLACED`. A retry with the same `Idempotency-Key` and the same API key returns the same new key for 48 hours. A retry with another API key does not return the new key.',
  body: {
    about: 'Time for which both keys work.',
    previousEndsAfterHours:
      'Hours for which the previous key still works. The default is 24. For a leaked key, send 0: the key then ends within a minute. If you then lose the response, only we can issue another key.',
  },
  example: { body: { previousEndsAfterHours: 24 }, data: rotatedApiKey },
  refusals: [keyReplaced()],
});
