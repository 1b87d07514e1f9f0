/**
 * Tokens of payment pages: the transaction's id and a code that only the key's holder can make, 16 bytes each. The
 * transaction holds the token's digest alone, so that a copy of the table opens no page (docs/adr/008).
 */
import { createHmac, hash, type KeyObject } from 'node:crypto';

const ID_BYTES = 16;

/** The token of a transaction's page, of the form of every link's token. */
export function paymentToken(key: KeyObject, transactionId: string): string {
  const id = Buffer.from(transactionId.replaceAll('-', ''), 'hex');
  const code = createHmac('sha256', key).update(id).digest().subarray(0, ID_BYTES);
  return Buffer.concat([id, code]).toString('base64url');
}

/** Returns the id at the start of a well-formed token. Its transaction may not exist. */
export function transactionIdIn(token: string): string {
  const hex = Buffer.from(token, 'base64url').toString('hex', 0, ID_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The form in which a transaction holds its token: 132 bits of its digest, since its item is billed by the KB. */
export function linkDigest(token: string): string {
  return hash('sha256', token, 'base64url').slice(0, 22);
}
