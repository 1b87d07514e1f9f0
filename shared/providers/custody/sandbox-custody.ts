import { createECDH, createHmac, createPrivateKey, createPublicKey } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import { money } from '#shared/domain/money/money';
import { checksummed, vmTypeOf } from '#shared/domain/ramp/address';
import type { Custody } from '#shared/providers/custody/custody';

/** The sandbox's addresses belong to nobody's money, so their seed is no secret. */
const SEED = 'partner-ramp sandbox custody 1';

/** DER of an Ed25519 private key (RFC 8410) up to its 32 bytes. */
const ED25519_DER = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The sandbox's custodian. Each off-ramp has a key pair of its own on each kind of chain, derived from the seed
 * and the transaction's id, so that the address is the same whenever it is asked for. Nothing ever arrives on
 * saved wallets here: the sandbox moves no tokens, and every balance is zero.
 */
export const sandboxCustody: Custody = {
  async depositAddressFor(transactionId, blockchain) {
    const vmType = vmTypeOf(blockchain);
    const key = createHmac('sha256', SEED).update(`${vmType}:${transactionId}`).digest();
    return vmType === 'EVM' ? evmAddress(key) : solanaAddress(key);
  },
  async balanceOf(_address, _blockchain, token) {
    return money(0n, token);
  },
};

/** The last twenty bytes of the public key's hash, with the checksum. */
function evmAddress(privateKey: Buffer): string {
  const pair = createECDH('secp256k1');
  pair.setPrivateKey(privateKey);
  // The uncompressed point without its leading mark.
  const point = pair.getPublicKey().subarray(1);
  return checksummed(Buffer.from(keccak_256(point)).subarray(-20).toString('hex'));
}

/** The public key itself. */
function solanaAddress(privateKey: Buffer): string {
  const key = createPrivateKey({
    key: Buffer.concat([ED25519_DER, privateKey]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return base58.encode(spki.subarray(-32));
}
