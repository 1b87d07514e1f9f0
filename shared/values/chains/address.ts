/** Forms of addresses and hashes on the chains, and the checksum that EVM addresses carry in their letter case. */

import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import type { Blockchain } from '#shared/values/money/currency';
import type { StageName } from '#shared/values/stage-name';

/** Virtual machines of the chains; chains of one kind share their addresses. */
export const vmTypes = ['EVM', 'SVM'] as const;
export type VmType = (typeof vmTypes)[number];

const vmTypeByBlockchain: Readonly<Record<Blockchain, VmType>> = { POL: 'EVM', ETH: 'EVM', BSC: 'EVM', SOL: 'SVM' };

export function vmTypeFor(blockchain: Blockchain): VmType {
  return vmTypeByBlockchain[blockchain];
}

/** Bytes of a Solana address: an Ed25519 public key. */
const SOLANA_BYTES = 32;
/** 32 bytes take at most 44 characters in base58; longer text is not worth decoding. */
const SOLANA_CHARACTERS = 44;

/**
 * Returns true if a text is an address of a chain. The form always counts; in production a mixed-case EVM address
 * must also carry its checksum (EIP-55), since a wrong letter there is a wrong address.
 */
export function isAddressOn(blockchain: Blockchain, address: string, stage: StageName): boolean {
  return isWalletAddress(vmTypeFor(blockchain), address, stage);
}

/** The same by the kind of chain. */
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

/** An EVM address with its checksum (EIP-55): a letter is upper-case where the hash's digit is 8 or more. */
export function withChecksum(digits: string): string {
  const lower = digits.toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(lower, 'ascii'))).toString('hex');
  const cased = [...lower].map((digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join('')}`;
}

/** The text by which two addresses are the same: EVM addresses do not differ by letter case. */
export function normalizeAddress(vmType: VmType, address: string): string {
  return vmType === 'EVM' ? address.toLowerCase() : address;
}

/** Hashes of transactions. On Solana they are signatures: 64 bytes in base58. */
export const transactionHashPatterns = { EVM: /^0x[0-9a-fA-F]{64}$/, SVM: /^[1-9A-HJ-NP-Za-km-z]{86,88}$/ };

/** Returns true if text has the form of a transaction's hash on a chain. */
export function isTransactionHash(blockchain: Blockchain, hash: string): boolean {
  return transactionHashPatterns[blockchain === 'SOL' ? 'SVM' : 'EVM'].test(hash);
}
