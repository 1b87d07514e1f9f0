import { createHmac } from 'node:crypto';
import { base58 } from '@scure/base';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { Trigger } from '#shared/transactions/domain/triggers';
import type { Blockchain } from '#shared/values/chains/blockchain';

/** The sandbox transfers no tokens: its hashes are no secret and exist on no chain. */
const SEED = 'partner-ramp sandbox transfers 1';

/**
 * The hash of the chain transaction of a sandbox report: of the deposit for an off-ramp, of the transfer to the wallet
 * for an on-ramp. It has the form of its chain and is the same at every call.
 *
 * @returns `undefined` where no tokens move
 */
export function sandboxTransferHash(transaction: Transaction, trigger: Trigger): string | undefined {
  if (transaction.kind === 'CROSS_RAMP') return undefined;
  const transfer = transaction.kind === 'ON_RAMP' ? 'PAYOUT_COMPLETED' : 'DEPOSIT_RECEIVED';
  return trigger === transfer ? chainHash(transaction.id, transaction.blockchain) : undefined;
}

function chainHash(transactionId: string, blockchain: Blockchain): string {
  if (blockchain !== 'SOL')
    return `0x${createHmac('sha256', SEED).update(`${blockchain}:${transactionId}`).digest('hex')}`;
  const signature = createHmac('sha512', SEED).update(`${blockchain}:${transactionId}`).digest();
  // A leading zero would make the text shorter than wallets expect of a signature.
  signature.writeUInt8(signature.readUInt8(0) | 0x80, 0);
  return base58.encode(signature);
}
