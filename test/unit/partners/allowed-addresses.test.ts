import { describe, expect, it } from 'vitest';
import { parseCidr } from '#ops/cidr';
import { isAllowedFrom } from '#shared/partners/api-keys/allowed-addresses';

it.each([
  ['203.0.113.7', '203.0.113.7/32'],
  ['203.0.113.0/24', '203.0.113.0/24'],
  ['128.0.0.0/1', '128.0.0.0/1'],
  ['2001:DB8::1', '2001:db8::1/128'],
  ['2001:db8:0::/48', '2001:db8::/48'],
  ['::ffff:203.0.113.7', '203.0.113.7/32'],
])('reads %s as %s', (typed, cidr) => expect(parseCidr(typed)).toBe(cidr));

it.each([
  // Everywhere is said by no list.
  ...['0.0.0.0/0', '::/0'],
  // Host bits are set: which range is meant?
  ...['203.0.113.7/24', '2001:db8::1/32'],
  ...['203.0.113.0/33', '2001:db8::/129', '203.0.113.0/-1', '203.0.113.0/', '203.0.113.0/24/8', '203.0.113.0/2e1'],
  ...['203.0.113', '0x7f.0.0.1', '010.0.0.1', '::ffff:203.0.113.0/120', 'fe80::1%eth0', 'example.com', ''],
])('does not read %j', (typed) => expect(parseCidr(typed)).toBeUndefined());

describe('a key', () => {
  it('without ranges may be used from anywhere', () => {
    expect(isAllowedFrom(undefined, '198.51.100.7')).toBe(true);
    expect(isAllowedFrom(undefined, undefined)).toBe(true);
  });

  it.each([
    ['203.0.113.0/24', '203.0.113.0', true],
    ['203.0.113.0/24', '203.0.113.255', true],
    ['203.0.113.0/24', '203.0.112.255', false],
    ['203.0.113.0/24', '203.0.114.0', false],
    ['203.0.113.0/25', '203.0.113.128', false],
    ['203.0.113.0/24', '::ffff:203.0.113.9', true],
    ['203.0.113.0/24', '::ffff:cb00:7109', true],
    ['203.0.113.0/24', '::203.0.113.9', false],
    ['203.0.113.7/32', '203.0.113.7', true],
    ['203.0.113.7/32', '203.0.113.8', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::', false],
    ['2001:db8::1/128', '2001:0db8:0:0::1', true],
    ['2001:db8::/32', '203.0.113.7', false],
    ['203.0.113.0/24', undefined, false],
  ])('of %s from %s: %s', (cidr, address, allowed) => {
    expect(isAllowedFrom([cidr], address)).toBe(allowed);
    expect(isAllowedFrom(['192.0.2.0/24', '2001:db8:f::/48', cidr], address)).toBe(allowed);
  });

  it('of an empty list from nowhere', () => expect(isAllowedFrom([], '203.0.113.7')).toBe(false));
});
