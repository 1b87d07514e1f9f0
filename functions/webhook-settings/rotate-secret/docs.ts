import { noWebhookSecret } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: [
    'webhookSettings.rotateSecret',
    'Makes a new signing secret, shown this once. The one before signs as well for 24 hours.',
  ],
  description:
    'Replaces the signing secret and returns the new one, shown this once. For 24 hours every delivery also carries the signature of the replaced secret, after that of the new one, so that your endpoint can change over at any moment. Three secrets are live at most, the newest and the two before it, so a second rotation does not end the secret that your endpoint still knows; a third within the 24 hours ends the oldest at once. Of rotations at the same moment each returns a secret that is live. Before the first URL was set there is no secret, and the answer is 409.',
  example: {
    data: {
      secret: 'whsec_YW5vdGhlciBzZWNyZXQgb2YgdGhlIGRvY3VtZW50YXRpb24=',
      previousExpiresAt: '2026-01-16T17:12:30.000Z',
    },
  },
  refusals: [noWebhookSecret()],
});
