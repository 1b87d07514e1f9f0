import { describe, expect, it } from 'vitest';
import { isAddressOn, isWalletAddress, withChecksum } from '#shared/values/chains/address';

// Test addresses of EIP-55: upper case, lower case and mixed case.
const eip55 = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];
const solana = [
  'So11111111111111111111111111111111111111112',
  '11111111111111111111111111111111',
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
];

describe('an EVM address', () => {
  it.each(eip55)('%s is valid on every EVM chain, also in production', (address) => {
    for (const chain of ['POL', 'ETH', 'BSC'] as const) {
      expect(isAddressOn(chain, address, 'production')).toBe(true);
    }
    expect(isAddressOn('SOL', address, 'sandbox')).toBe(false);
    expect(withChecksum(address.slice(2)).toLowerCase()).toBe(address.toLowerCase());
  });

  it.each(eip55.slice(2))('%s with one letter in another case is refused in production only', (address) => {
    const at = address.slice(2).search(/[a-f]/) + 2;
    const wrong = address.slice(0, at) + address.charAt(at).toUpperCase() + address.slice(at + 1);
    expect(isWalletAddress('EVM', wrong, 'production')).toBe(false);
    expect(isWalletAddress('EVM', wrong, 'sandbox')).toBe(true);
    expect(isWalletAddress('EVM', wrong.toLowerCase(), 'production')).toBe(true);
  });

  it.each([
    '',
    '0x',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    `0x${'a'.repeat(39)}`,
    `0x${'a'.repeat(41)}`,
    `0x${'g'.repeat(40)}`,
    `0X${'a'.repeat(40)}`,
  ])('%j is invalid', (text) => {
    expect(isWalletAddress('EVM', text, 'sandbox')).toBe(false);
  });
});

describe('a Solana address', () => {
  it.each(solana)('%s is valid', (address) => {
    expect(isAddressOn('SOL', address, 'production')).toBe(true);
    expect(isAddressOn('ETH', address, 'sandbox')).toBe(false);
  });

  it.each([
    '',
    '1'.repeat(31),
    '1'.repeat(33),
    'z'.repeat(44),
    '0'.repeat(32),
    `${'1'.repeat(31)}l`,
    'x'.repeat(100_000),
  ])('%# is invalid', (text) => {
    expect(isAddressOn('SOL', text, 'sandbox')).toBe(false);
  });
});
