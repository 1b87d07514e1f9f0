import type { Blockchain } from '#shared/values/money/currency';

/** Hashes of transactions. On Solana they are signatures: 64 bytes in base58. */
export const transactionHashPatterns = { EVM: /^0x[0-9a-fA-F]{64}$/, SVM: /^[1-9A-HJ-NP-Za-km-z]{86,88}$/ };

/** Tells whether text has the form of a transaction's hash on a chain. */
export function isTransactionHash(blockchain: Blockchain, hash: string): boolean {
  return transactionHashPatterns[blockchain === 'SOL' ? 'SVM' : 'EVM'].test(hash);
}
