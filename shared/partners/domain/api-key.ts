import { hash, randomBytes } from 'node:crypto';

/** Environment that a key opens. */
export type KeyEnvironment = 'sbx' | 'live';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PATTERN = /^ramp_(sbx|live)_([0-9A-Za-z]{32})_([0-9A-Za-z]{6})$/;

/** A new key: 32 random base62 characters (190 bits) and a checksum, so that typing errors cost no read. */
export function generateApiKey(environment: KeyEnvironment): string {
  let secret = '';
  while (secret.length < 32) {
    // 248 = 4 × 62: values beyond it would favour the first letters of the alphabet.
    for (const byte of randomBytes(48)) if (byte < 248 && secret.length < 32) secret += BASE62[byte % 62];
  }
  return `ramp_${environment}_${secret}_${checksum(environment, secret)}`;
}

/** The environment of a well-formed key; `undefined` when its shape or its checksum is wrong. */
export function parseKeyEnvironment(key: string): KeyEnvironment | undefined {
  const match = PATTERN.exec(key);
  if (match === null) return undefined;
  const [, environment, secret = '', given] = match;
  if (environment !== 'sbx' && environment !== 'live') return undefined;
  return checksum(environment, secret) === given ? environment : undefined;
}

/** Six base62 characters of a hash over the rest: an error slips through once in 57 thousand million. */
function checksum(environment: KeyEnvironment, secret: string): string {
  let number = hash('sha256', `ramp_${environment}_${secret}`, 'buffer').readUIntBE(0, 6);
  let text = '';
  for (let digit = 0; digit < 6; digit += 1) {
    text += BASE62[number % 62];
    number = Math.floor(number / 62);
  }
  return text;
}
