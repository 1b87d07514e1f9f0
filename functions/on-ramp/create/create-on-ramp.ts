import { badRequest, invalidInput, Problem } from '#shared/api/problems';
import { onRampView } from '#shared/api/views/transaction';
import { stage } from '#shared/config/environment';
import { findWallet } from '#shared/data/wallets';
import { newId } from '#shared/domain/ids';
import { isAddressOf, vmTypeOf } from '#shared/domain/ramp/address';
import type { Blockchain } from '#shared/domain/ramp/blockchain';
import type { OnRamp } from '#shared/domain/transactions/transaction';
import type { Operation, Request } from '#shared/http/edge';
import { againWhenRaced, answerCreation, type CreationReply } from '#shared/operations/answer-creation';
import { readCreationFacts } from '#shared/operations/creation-facts';
import { newRamp, orderedPair, orderedTerms, sandboxAmountOf } from '#shared/operations/order-ramp';
import { depositAccountFor } from '#shared/providers/pay-in/deposit-accounts';
import type { contract } from './contract';

type CreateRequest = Request<typeof contract>;
type Body = CreateRequest['body'];

/** Creates an on-ramp: one read of what the rules need, one atomic write of everything that follows. */
export const createOnRamp: Operation<typeof contract> = (request) =>
  againWhenRaced(request, () => create(request));

async function create({ body, caller, idempotency, nowMs }: CreateRequest): Promise<CreationReply> {
  const { userId, quoteId } = body;
  const facts = await readCreationFacts({ caller, idempotency, nowMs, userId, quoteId });
  if ('replay' in facts) return { stored: facts.replay, replayed: true };
  const pair = orderedPair(body, facts.quote, { kind: 'ON_RAMP', caller, nowMs });
  const destinationWalletAddress = await walletAddress(body, pair.blockchain);
  const terms = await orderedTerms(body, facts.quote, { kind: 'ON_RAMP', pair, caller, nowMs });
  const id = newId(nowMs);
  const depositAccount = await depositAccountFor(stage(), pair.fiat, id);
  if (depositAccount === undefined) {
    throw badRequest(`Cannot create transaction: No supported banks configured for user with id ${userId}`);
  }
  const next: OnRamp = {
    ...newRamp(
      terms,
      { id, partnerId: caller.partnerId, userId, quoteId: facts.quote?.id },
      'ON_RAMP',
      nowMs,
    ),
    kind: 'ON_RAMP',
    status: 'PENDING_PAYMENT',
    destinationWalletAddress,
    depositAccount,
    transactionHash: undefined,
  };
  return answerCreation(
    { ...facts, next, sandboxAmount: sandboxAmountOf(terms, 'ON_RAMP') },
    onRampView(next),
  );
}

/** The wallet that the tokens go to: as given, or a saved one of the user's. @throws Problem when it does not fit the chain */
async function walletAddress(
  { userId, destinationWalletAddress, walletId }: Body,
  blockchain: Blockchain,
): Promise<string> {
  if (destinationWalletAddress !== undefined) {
    if (isAddressOf(blockchain, destinationWalletAddress, stage())) return destinationWalletAddress;
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
  if (wallet.vmType === vmTypeOf(blockchain)) return wallet.walletAddress;
  throw invalidInput([{ field: 'walletId', message: `Is no wallet on ${blockchain}` }]);
}
