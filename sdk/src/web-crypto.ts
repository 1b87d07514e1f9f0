import { describeGiven } from './given.js';

/** The functions of Web Crypto that the SDK needs. Defined here, because some runtimes' types do not contain Web Crypto. */
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
 * Checks that an object has the functions of Web Crypto that the SDK needs.
 * @throws TypeError for any other object, for example `crypto.subtle`
 */
export function checkCrypto(given: WebCrypto | undefined): void {
  if (given !== undefined && !isWebCrypto(given))
    throw new TypeError(`crypto must be Web Crypto, got ${describeGiven(given)}. Pass webcrypto of node:crypto`);
}

function isWebCrypto(given: WebCrypto | undefined): given is WebCrypto {
  const parts = [given?.randomUUID, given?.subtle?.importKey, given?.subtle?.sign];
  return parts.every((part) => typeof part === 'function');
}

/**
 * Returns the given Web Crypto, otherwise the runtime's global `crypto`.
 * @throws TypeError if nothing is given and the runtime has no global `crypto`, such as Node.js 18
 */
export function webCrypto(given: WebCrypto | undefined): WebCrypto {
  const found: WebCrypto | undefined = given ?? globalThis.crypto;
  if (!isWebCrypto(found))
    throw new TypeError("No Web Crypto. In Node.js 18, pass it: import { webcrypto as crypto } from 'node:crypto'");
  return found;
}
