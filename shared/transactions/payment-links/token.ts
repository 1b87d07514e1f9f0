/**
 * Tokens of payment pages: the transaction id and a code from a secret key, 16 bytes each. The transaction item contains only a
 * digest of the token, so a copy of the table opens no page (docs/adr/008).
 */
import { createHmac, hash, type KeyObject } from 'node:crypto';

const ID_BYTES = 16;

/** Returns the token of a transaction's payment page, in the format that `isLinkToken` accepts. */
export function paymentToken(key: KeyObject, transactionId: string): string {
  const id = Buffer.from(transactionId.replaceAll('-', ''), 'hex');
  const code = createHmac('sha256', key).update(id).digest().subarray(0, ID_BYTES);
  return Buffer.concat([id, code]).toString('base64url');
}

/** Returns the id at the start of a well-formed token. Does not check that the transaction exists. */
export function transactionIdIn(token: string): string {
  const hex = Buffer.from(token, 'base64url').toString('hex', 0, ID_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Returns the digest that a transaction item stores for a token: 132 bits only, because items are billed by size. */
export function linkDigest(token: string): string {
  return hash('sha256', token, 'base64url').slice(0, 22);
}
