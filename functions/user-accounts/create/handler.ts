import { addBankAccount } from '#shared/bank-accounts/add-bank-account';
import { idempotent } from '#shared/handlers/idempotent-operation';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { ownUserIdFromPath as owner } from '#shared/users/read-own-user';
import { contract } from './contract';

/** Saves a user's bank account. If the user already has an account with equal routing details, returns this account unchanged. */
export const handler = partnerEndpoint(
  contract,
  idempotent({ contract, owner }, async (request, record) => {
    const { caller, body, nowMs } = request;
    const accountOwner = { partnerId: caller.partnerId, userId: await owner(request), receiverId: undefined };
    return addBankAccount(accountOwner, body, { atMs: nowMs, prepare: record });
  }),
);
