/** Formats of blockchain addresses and transaction hashes, and the checksum in the letter case of EVM addresses (EIP-55). */

import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import type { Blockchain } from '#shared/values/money/currency';
import type { StageName } from '#shared/values/stage-name';

/** Virtual machines of the blockchains. Chains with the same virtual machine use the same addresses. */
export const vmTypes = ['EVM', 'SVM'] as const;
export type VmType = (typeof vmTypes)[number];

const vmTypeByBlockchain: Readonly<Record<Blockchain, VmType>> = { POL: 'EVM', ETH: 'EVM', BSC: 'EVM', SOL: 'SVM' };

export function vmTypeFor(blockchain: Blockchain): VmType {
  return vmTypeByBlockchain[blockchain];
}

/** Size of a Solana address: an Ed25519 public key. */
const SOLANA_BYTES = 32;
/** Maximum length of 32 bytes in base58. Longer text is refused without decoding. */
const SOLANA_CHARACTERS = 44;

/**
 * Returns true if a text is a valid address on a chain. In production, a mixed-case EVM address must also have a valid checksum
 * (EIP-55), because a typing error in the address would send tokens to a wrong address.
 */
export function isAddressOn(blockchain: Blockchain, address: string, stage: StageName): boolean {
  return isWalletAddress(vmTypeFor(blockchain), address, stage);
}

/** Returns true if a text is a valid address for a virtual machine. See `isAddressOn` for the checksum. */
export function isWalletAddress(vmType: VmType, address: string, stage: StageName): boolean {
  if (vmType === 'SVM') return base58Length(address) === SOLANA_BYTES;
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false;
  const digits = address.slice(2);
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  return stage !== 'production' || !mixed || address === withChecksum(digits);
}

function base58Length(text: string): number | undefined {
  if (text.length > SOLANA_CHARACTERS) return undefined;
  try {
    return base58.decode(text).length;
  } catch {
    return undefined;
  }
}

/** Adds `0x` and the checksum in the letter case (EIP-55) to the digits of an EVM address. */
export function withChecksum(digits: string): string {
  const lower = digits.toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(lower, 'ascii'))).toString('hex');
  const cased = [...lower].map((digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join('')}`;
}

/** Returns an address for comparisons. EVM addresses are compared in lower case. */
export function normalizeAddress(vmType: VmType, address: string): string {
  return vmType === 'EVM' ? address.toLowerCase() : address;
}

/** Formats of transaction hashes. On Solana, a transaction hash is a signature: 64 bytes in base58. */
export const transactionHashPatterns = { EVM: /^0x[0-9a-fA-F]{64}$/, SVM: /^[1-9A-HJ-NP-Za-km-z]{86,88}$/ };

/** Returns true if a text has the format of a transaction hash of a chain. */
export function isTransactionHash(blockchain: Blockchain, hash: string): boolean {
  return transactionHashPatterns[blockchain === 'SOL' ? 'SVM' : 'EVM'].test(hash);
}
