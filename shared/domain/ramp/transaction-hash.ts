import type { Blockchain } from '#shared/domain/ramp/blockchain';

const EVM = /^0x[0-9a-fA-F]{64}$/;
/** A Solana signature: 64 bytes in base58. */
const SOLANA = /^[1-9A-HJ-NP-Za-km-z]{86,88}$/;

/** Whether text has the form of a transaction's hash on a chain. */
export function isTransactionHash(blockchain: Blockchain, hash: string): boolean {
  return (blockchain === 'SOL' ? SOLANA : EVM).test(hash);
}
