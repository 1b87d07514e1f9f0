import { addBankAccount } from '#shared/bank-accounts/add-bank-account';
import { idempotent } from '#shared/handlers/idempotent-operation';
import { partnerEndpoint, type Request } from '#shared/handlers/partner-endpoint';
import { readOwnReceiver } from '#shared/receivers/read-own-receiver';
import { receiverVersionWrite } from '#shared/receivers/repository';
import { contract } from './contract';

/** Saves a receiver's bank account, or returns the receiver's existing account with equal routing details unchanged. */
export const handler = partnerEndpoint(
  contract,
  idempotent({ contract, owner }, async (request, record) => {
    const { params, caller, body, nowMs } = request;
    const { id: receiverId, partnerId, userId } = await readOwnReceiver(params.receiverId, caller);
    const ownerWrites = [receiverVersionWrite(receiverId)];
    const accountOwner = { partnerId, userId, receiverId };
    return addBankAccount(accountOwner, body, { atMs: nowMs, ownerWrites, prepare: record });
  }),
);

/** Returns the id of the user who pays the receiver. */
async function owner({ params, caller }: Request<typeof contract>): Promise<string> {
  return (await readOwnReceiver(params.receiverId, caller)).userId;
}
