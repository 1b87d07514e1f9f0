import { badRequest, invalidInput, Problem } from '#shared/api/problems';
import type { Operation, Request } from '#shared/http/partner-endpoint';
import { stage } from '#shared/platform/config/environment';
import { depositAccountFor } from '#shared/providers/pay-in/configured';
import {
  commitAndRespond,
  retryCreation,
  type StoredResponse,
} from '#shared/transactions/create/commit-and-respond';
import { readCreationContext } from '#shared/transactions/create/read-context';
import { toOnRampResponse } from '#shared/transactions/create/response';
import type { OnRamp } from '#shared/transactions/domain/transaction';
import {
  findSandboxAmount,
  newRampFields,
  resolvePair,
  resolveTerms,
} from '#shared/transactions/ramp/order-ramp';
import { isAddressOn, vmTypeFor } from '#shared/values/chains/address';
import type { Blockchain } from '#shared/values/chains/blockchain';
import { newId } from '#shared/values/ids';
import { findWallet } from '#shared/wallets/repository';
import type { contract } from './contract';

type CreateRequest = Request<typeof contract>;
type Body = CreateRequest['body'];

/** Creates an on-ramp: one read of what the rules need, one atomic write of everything that follows. */
export const createOnRamp: Operation<typeof contract> = (request) =>
  retryCreation(request, () => create(request));

async function create({ body, caller, idempotency, nowMs }: CreateRequest): Promise<StoredResponse> {
  const { userId, quoteId } = body;
  const context = await readCreationContext({ caller, idempotency, nowMs, userId, quoteId });
  if ('replay' in context) return { stored: context.replay, replayed: true };
  const pair = resolvePair(body, context.quote, { kind: 'ON_RAMP', caller, nowMs });
  const destinationWalletAddress = await resolveWalletAddress(body, pair.blockchain);
  const terms = await resolveTerms(body, context.quote, { kind: 'ON_RAMP', pair, caller, nowMs });
  const id = newId(nowMs);
  const depositAccount = await depositAccountFor(stage(), pair.fiat, id);
  if (depositAccount === undefined) {
    throw badRequest(`Cannot create transaction: No supported banks configured for user with id ${userId}`);
  }
  const next: OnRamp = {
    ...newRampFields(
      terms,
      { id, partnerId: caller.partnerId, userId, quoteId: context.quote?.id },
      'ON_RAMP',
      nowMs,
    ),
    kind: 'ON_RAMP',
    status: 'PENDING_PAYMENT',
    destinationWalletAddress,
    depositAccount,
    transactionHash: undefined,
  };
  return commitAndRespond(
    { ...context, next, sandboxAmount: findSandboxAmount(terms, 'ON_RAMP') },
    toOnRampResponse(next),
  );
}

/** The wallet that the tokens go to: as given, or a saved one of the user's. @throws Problem when it does not fit the chain */
async function resolveWalletAddress(
  { userId, destinationWalletAddress, walletId }: Body,
  blockchain: Blockchain,
): Promise<string> {
  if (destinationWalletAddress !== undefined) {
    if (isAddressOn(blockchain, destinationWalletAddress, stage())) return destinationWalletAddress;
    throw invalidInput([
      { field: 'destinationWalletAddress', message: `Must be an address on ${blockchain}` },
    ]);
  }
  if (walletId === undefined) {
    throw invalidInput([
      { field: 'destinationWalletAddress', message: 'Required unless a walletId is given' },
    ]);
  }
  const wallet = await findWallet(userId, walletId);
  if (wallet === undefined) throw new Problem('NOT_FOUND', 'Wallet not found');
  if (wallet.vmType === vmTypeFor(blockchain)) return wallet.walletAddress;
  throw invalidInput([{ field: 'walletId', message: `Is no wallet on ${blockchain}` }]);
}
