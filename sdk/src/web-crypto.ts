import { describeGiven } from './given.js';

/** The required part of Web Crypto. Defined here, because not every runtime's types contain these names. */
export interface WebCrypto {
  randomUUID(): string;
  readonly subtle: {
    importKey(
      format: 'raw',
      key: ArrayBuffer,
      algorithm: { name: 'HMAC'; hash: 'SHA-256' },
      extractable: boolean,
      usages: ['sign'],
    ): Promise<object>;
    sign(algorithm: 'HMAC', key: object, data: ArrayBuffer): Promise<ArrayBuffer>;
  };
}

/**
 * Checks an object for the required part of Web Crypto.
 * @throws TypeError for any other object, such as `subtle` alone
 */
export function checkCrypto(given: WebCrypto | undefined): void {
  if (given !== undefined && !isWebCrypto(given))
    throw new TypeError(`crypto must be Web Crypto, got ${describeGiven(given)}. Give webcrypto of node:crypto`);
}

function isWebCrypto(given: WebCrypto | undefined): given is WebCrypto {
  const parts = [given?.randomUUID, given?.subtle?.importKey, given?.subtle?.sign];
  return parts.every((part) => typeof part === 'function');
}

/**
 * Returns Web Crypto.
 * @throws TypeError if the runtime has no global `crypto`, such as Node.js 18
 */
export function webCrypto(given: WebCrypto | undefined): WebCrypto {
  const found: WebCrypto | undefined = given ?? globalThis.crypto;
  if (!isWebCrypto(found))
    throw new TypeError("No Web Crypto here. In Node.js 18 pass it: import { webcrypto as crypto } from 'node:crypto'");
  return found;
}
