import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import { vmTypeFor, withChecksum } from '#shared/values/chains/address';
import { readSandboxBalances } from '#shared/wallets/repository';
import type { BalanceReaderFor, Custody } from './port';

/** The sandbox's addresses hold no money, so their seed is no secret. */
const SEED = 'partner-ramp sandbox custody 1';

/** DER of an Ed25519 private key (RFC 8410) up to its 32 bytes. */
const ED25519_DER = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The sandbox's custodian. Each off-ramp has a separate address on each kind of chain, derived from the seed
 * and the transaction's id, so that it is the same at every call.
 */
export const sandboxCustody: Custody = {
  async depositAddressFor(transactionId, blockchain) {
    const vmType = vmTypeFor(blockchain);
    const key = createHmac('sha256', SEED).update(`${vmType}:${transactionId}`).digest();
    return vmType === 'EVM' ? evmAddress(key) : solanaAddress(key);
  },
};

/** The tokens that completed on-ramps of the user have sent to an address. An off-ramp names no wallet that its deposit comes from. */
export const sandboxBalances: BalanceReaderFor = async (userId) => {
  const balanceOf = await readSandboxBalances(userId);
  return {
    readBalance: async (walletAddress, blockchain, token) => balanceOf({ walletAddress, blockchain }, token),
  };
};

/**
 * The last twenty bytes of a hash, with the checksum. A real address hashes the public key, which is not needed
 * here and takes a quarter of a millisecond to make.
 */
function evmAddress(seed: Buffer): string {
  return withChecksum(Buffer.from(keccak_256(seed)).subarray(-20).toString('hex'));
}

/** A public key itself: other texts are no points of the curve, and wallets refuse them. */
function solanaAddress(privateKey: Buffer): string {
  const key = createPrivateKey({ key: Buffer.concat([ED25519_DER, privateKey]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return base58.encode(spki.subarray(-32));
}
