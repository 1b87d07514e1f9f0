import { defineDocs } from '#shared/contract/define-docs';
import { kyc } from '#shared/identity/examples';
import { contract as listContract } from './list/contract';

export const listChanges = defineDocs(listContract, {
  sdk: [
    'changes.list',
    'Lists changes from a cursor, from a time (`from`) or from the oldest, as far as there are any now.',
  ],
  description:
    'Reads everything that changed, oldest first, each version of each resource once: users, verifications, signatures, bank accounts, quotes when they are used, transactions and webhook notifications. Pass `nextCursor` as `cursor` to go on; at the end it is the position of the next change, so keep it and ask again. No change is skipped, even under concurrent writes. A change is in the feed within seconds and stays for 35 days. A restricted key sees the types that its scopes show: `users`, `kyc`, `owners`, `bank-accounts`, `transactions`, for the use of a quote `quotes` and `transactions`, and for a notification `webhooks` and the scope of its subject. `types` with any other returns 403 `INSUFFICIENT_SCOPE`. With `types`, or with such a key, a page may be short or empty although more follows: go on until a page is empty twice with the same cursor.',
  parameters: {
    cursor: 'The `nextCursor` of the page before. You can change `types`; leave `from` out.',
    types: 'Only these types, separated by commas.',
    from: 'Begin with what came into the feed at this ISO 8601 instant, instead of the oldest change. Must not be sent together with `cursor`. Up to two minutes of earlier changes may come first, so compare `at` where that matters. Nothing later is missing.',
  },
  example: {
    query: { types: 'KYC', limit: 2 },
    data: {
      data: [
        {
          type: 'KYC',
          id: kyc.verificationId,
          version: 1,
          at: kyc.submittedAt,
          resource: { ...kyc, version: 1, status: 'IN_PROGRESS', decidedAt: null },
        },
        { type: 'KYC', id: kyc.verificationId, version: 2, at: kyc.decidedAt, resource: kyc },
      ],
      nextCursor: 'ZHNpdi1sQ01JYy1UOjQ6Mw',
    },
  },
});
