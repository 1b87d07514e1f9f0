import { addBankAccount } from '#shared/bank-accounts/add-bank-account';
import { idempotent } from '#shared/handlers/idempotent-operation';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { ownUserIdFromPath as owner } from '#shared/users/read-own-user';
import { contract } from './contract';

/** Saves a user's bank account. A user can save equal routing details only once. */
export const handler = partnerEndpoint(
  contract,
  idempotent({ contract, owner }, async (request, record) => {
    const { caller, body, nowMs } = request;
    const accountOwner = { partnerId: caller.partnerId, userId: await owner(request), receiverId: undefined };
    return addBankAccount(accountOwner, body, { atMs: nowMs, prepare: record });
  }),
);
