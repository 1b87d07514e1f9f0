import { defineDocs } from '#shared/contract/define-docs';
import { kyc } from '#shared/identity/examples';
import { contract as listContract } from './list/contract';

export const listChanges = defineDocs(listContract, {
  sdk: [
    'changes.list',
    'Lists changes from a cursor, from a time (`from`) or from the oldest change, up to the newest change.',
  ],
  description:
    'Returns each version of each resource once, oldest first: users, verifications, signatures, bank accounts, used quotes, transactions and webhook notifications. To continue, send `nextCursor` as `cursor`. At the end of the feed, `nextCursor` is the position of the next change: store the cursor and send it again later. The feed skips no change, even under concurrent writes. A change is in the feed within seconds and remains for 35 days. A key with scopes reads only the types of its scopes: `users`, `kyc`, `owners`, `bank-accounts`, `transactions`. A used quote requires `quotes` and `transactions`. A notification requires `webhooks` and the scope of its subject. Any other type in `types` returns 403 `INSUFFICIENT_SCOPE`. With `types`, or with such a key, a page can be short or empty although more changes exist. Continue until an empty page returns the cursor that you sent.',
  parameters: {
    cursor: 'The `nextCursor` of the previous page. You can change `types`. Do not send `from`.',
    types: 'Only these types, separated by commas.',
    from: 'Start with changes added to the feed at this ISO 8601 time, not with the oldest change. Must not be sent together with `cursor`. The page can begin with changes from up to two minutes earlier: compare `at`. No later change is missing.',
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
