import { createHmac } from 'node:crypto';
import { base58 } from '@scure/base';
import { usualRailFor } from '#shared/corridors/domain/payout-zones';
import type { NamedRail } from '#shared/transactions/domain/rails/rail';
import { payerCountry, type Transaction } from '#shared/transactions/domain/transaction';
import type { Trigger } from '#shared/transactions/domain/triggers';
import type { BankRail } from '#shared/values/bank-rails';
import type { Blockchain } from '#shared/values/money/currency';

/** Not a secret: the sandbox transfers no tokens, and its hashes exist on no blockchain. */
const SEED = 'partner-ramp sandbox transfers 1';

/** Returns the simulated hash of a token transfer, the same at every call; `undefined` if no tokens move. */
export function sandboxTransferHash(transaction: Transaction, trigger: Trigger): string | undefined {
  if (transaction.kind === 'CROSS_RAMP') return undefined;
  const transfer = transaction.kind === 'ON_RAMP' ? 'PAYOUT_COMPLETED' : 'DEPOSIT_RECEIVED';
  return trigger === transfer ? chainHash(transaction.id, transaction.blockchain) : undefined;
}

function chainHash(transactionId: string, blockchain: Blockchain): string {
  if (blockchain !== 'SOL')
    return `0x${createHmac('sha256', SEED).update(`${blockchain}:${transactionId}`).digest('hex')}`;
  const signature = createHmac('sha512', SEED).update(`${blockchain}:${transactionId}`).digest();
  // Set the highest bit. A signature with a leading zero byte would have a shorter text than wallets expect.
  signature.writeUInt8(signature.readUInt8(0) | 0x80, 0);
  return base58.encode(signature);
}

/** Returns the simulated rail of a deposit, a submitted bank payout or a completed token payout, the same at every call. */
export function sandboxRail(transaction: Transaction, trigger: Trigger): NamedRail | undefined {
  const hash = sandboxTransferHash(transaction, trigger);
  if (hash !== undefined) return { type: 'CHAIN', reference: hash };
  if (trigger === 'DEPOSIT_RECEIVED') return bankReference(transaction, usualRailFor(payerCountry(transaction)), 'in');
  if (trigger !== 'PAYOUT_SUBMITTED' || transaction.kind === 'ON_RAMP') return undefined;
  const account = transaction.kind === 'OFF_RAMP' ? transaction.bankAccount : transaction.targetBankAccount;
  const isSwift = transaction.kind === 'CROSS_RAMP' && transaction.targetRail === 'SWIFT';
  return bankReference(transaction, isSwift ? 'SWIFT' : usualRailFor(account.country), 'out');
}

function bankReference({ id, createdAtMs }: Transaction, type: BankRail, direction: 'in' | 'out'): NamedRail {
  const hex = createHmac('sha256', SEED).update(`${type}:${direction}:${id}`).digest('hex');
  const digits = [...hex].map((digit) => Number.parseInt(digit, 16) % 10).join('');
  const day = new Date(createdAtMs).toISOString().slice(0, 10).replaceAll('-', '');
  switch (type) {
    case 'ACH':
      return { type, reference: digits.slice(0, 15) };
    case 'FEDWIRE':
      return { type, reference: `${day}SANDBOX1${digits.slice(0, 6)}` };
    case 'SWIFT': {
      const parts = [
        hex.slice(0, 8),
        hex.slice(8, 12),
        `4${hex.slice(13, 16)}`,
        `8${hex.slice(17, 20)}`,
        hex.slice(20, 32),
      ];
      return { type, reference: parts.join('-') };
    }
    default:
      return { type, reference: `PR${hex.slice(0, 24).toUpperCase()}` };
  }
}
