import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import { vmTypeFor, withChecksum } from '#shared/values/chains/address';
import { readSandboxBalances } from '#shared/wallets/repository';
import type { BalanceReaderFor, Custody } from './port';

/** Not a secret: the sandbox's addresses contain no money. */
const SEED = 'partner-ramp sandbox custody 1';

/** DER prefix of an Ed25519 private key (RFC 8410); the 32 bytes of the key follow. */
const ED25519_DER = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Simulates the custodian in the sandbox. Each off-ramp has a separate address per kind of blockchain. The address is derived
 * from the seed and the transaction's id, and is therefore the same at every call.
 */
export const sandboxCustody: Custody = {
  async depositAddressFor(transactionId, blockchain) {
    const vmType = vmTypeFor(blockchain);
    const key = createHmac('sha256', SEED).update(`${vmType}:${transactionId}`).digest();
    return vmType === 'EVM' ? evmAddress(key) : solanaAddress(key);
  },
};

/**
 * Returns the tokens that the user's completed on-ramps sent to an address. Off-ramps are not subtracted, because an off-ramp
 * does not specify the sending wallet.
 */
export const sandboxBalances: BalanceReaderFor = async (userId) => {
  const balanceOf = await readSandboxBalances(userId);
  return {
    readBalance: async (walletAddress, blockchain, token) => balanceOf({ walletAddress, blockchain }, token),
  };
};

/**
 * Returns an EVM address: the last twenty bytes of the seed's hash, with the checksum. A real address is the hash of a public
 * key. The sandbox omits the public key, because its computation takes a quarter of a millisecond.
 */
function evmAddress(seed: Buffer): string {
  return withChecksum(Buffer.from(keccak_256(seed)).subarray(-20).toString('hex'));
}

/** Returns a real public key, because wallets refuse a text that is not a point on the curve. */
function solanaAddress(privateKey: Buffer): string {
  const key = createPrivateKey({ key: Buffer.concat([ED25519_DER, privateKey]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return base58.encode(spki.subarray(-32));
}
