import { hash, randomBytes } from 'node:crypto';

/** Environment of a key. */
export type KeyEnvironment = 'sbx' | 'live';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PATTERN = /^ramp_(sbx|live)_([0-9A-Za-z]{32})_([0-9A-Za-z]{6})$/;

/**
 * Generates a key: 32 random base62 characters (190 bits) and a checksum. Because of the checksum, a mistyped key is rejected
 * without a read of the table.
 */
export function generateApiKey(environment: KeyEnvironment): string {
  let secret = '';
  while (secret.length < 32) {
    // 248 = 4 × 62: higher values would make the characters 0 to 7 more likely.
    for (const byte of randomBytes(48)) if (byte < 248 && secret.length < 32) secret += BASE62[byte % 62];
  }
  return `ramp_${environment}_${secret}_${checksum(environment, secret)}`;
}

/** Returns the environment of a well-formed key; `undefined` if its format or checksum is wrong. */
export function parseKeyEnvironment(key: string): KeyEnvironment | undefined {
  const match = PATTERN.exec(key);
  if (match === null) return undefined;
  const [, environment, secret = '', given] = match;
  if (environment !== 'sbx' && environment !== 'live') return undefined;
  return checksum(environment, secret) === given ? environment : undefined;
}

/** Returns six base62 characters of a hash. The probability of an undetected error is one in 57 billion. */
function checksum(environment: KeyEnvironment, secret: string): string {
  let number = hash('sha256', `ramp_${environment}_${secret}`, 'buffer').readUIntBE(0, 6);
  let text = '';
  for (let digit = 0; digit < 6; digit += 1) {
    text += BASE62[number % 62];
    number = Math.floor(number / 62);
  }
  return text;
}
