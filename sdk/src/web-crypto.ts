import { describeGiven } from './given.js';

/** The part of Web Crypto that is needed. Written out, since not every runtime's types name its parts. */
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

/** Checks a given Web Crypto object. @throws TypeError for anything else, such as `subtle` alone */
export function checkCrypto(given: WebCrypto | undefined): void {
  if (given !== undefined && !isWebCrypto(given))
    throw new TypeError(`crypto must be Web Crypto, got ${describeGiven(given)}. Give webcrypto of node:crypto`);
}

function isWebCrypto(given: WebCrypto | undefined): given is WebCrypto {
  const parts = [given?.randomUUID, given?.subtle?.importKey, given?.subtle?.sign];
  return parts.every((part) => typeof part === 'function');
}

/** Finds Web Crypto. @throws TypeError if there is none: Node.js 18 has it under another name */
export function webCrypto(given: WebCrypto | undefined): WebCrypto {
  const found: WebCrypto | undefined = given ?? globalThis.crypto;
  if (!isWebCrypto(found))
    throw new TypeError("No Web Crypto here. In Node.js 18 pass it: import { webcrypto as crypto } from 'node:crypto'");
  return found;
}
