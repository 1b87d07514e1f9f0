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

/** Finds Web Crypto. @throws TypeError where there is none: Node.js 18 has it under another name */
export function webCrypto(given: WebCrypto | undefined): WebCrypto {
  const found: WebCrypto | undefined = given ?? globalThis.crypto;
  if (found === undefined)
    throw new TypeError("No Web Crypto here. In Node.js 18 pass it: import { webcrypto as crypto } from 'node:crypto'");
  return found;
}
