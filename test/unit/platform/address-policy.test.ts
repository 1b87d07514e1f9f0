import { describe, expect, it } from 'vitest';
import { checkUrl, isPublicAddress, isWebUrl } from '#shared/platform/network/address-policy';

/** Ranges that are not public: name, two addresses inside, and public addresses outside. */
const ranges: readonly (readonly [name: string, first: string, last: string, neighbours: readonly string[]])[] = [
  ['this network', '0.0.0.0', '0.255.255.255', []],
  ['private use', '10.0.0.0', '10.255.255.255', ['9.255.255.255', '11.0.0.0']],
  ['carrier-grade NAT', '100.64.0.0', '100.127.255.255', ['100.63.255.255', '100.128.0.0']],
  ['loopback', '127.0.0.1', '127.255.255.254', ['126.255.255.255', '128.0.0.1']],
  ['link local', '169.254.0.1', '169.254.170.2', ['169.253.255.255']],
  ['private use', '172.16.0.0', '172.31.255.255', ['172.15.255.255', '172.32.0.0']],
  ['protocol assignments', '192.0.0.1', '192.0.2.1', ['191.255.255.255']],
  ['private use', '192.168.0.1', '192.168.255.255', ['192.167.255.255', '192.169.0.0']],
  ['benchmarking', '198.18.0.1', '198.19.255.255', ['198.17.255.255', '198.20.0.0']],
  ['documentation', '203.0.113.7', '203.0.113.7', ['203.0.112.255']],
  ['multicast and reserved', '224.0.0.1', '255.255.255.255', ['223.255.255.255']],
  ['unique local', 'fc00::1', 'fdff::1', []],
  ['link and site local', 'fe80::1', 'fec0::1', []],
  ['ORCHID and others under 2001::/23', '2001::1', '2001:20::1', ['2001:200::1']],
  ['never assigned', '4000::1', 'e000::1', ['2a00:1450:4001:812::200e']],
];

const publicAddresses = [
  ...['1.1.1.1', '2606:4700:4700::1111', '2001:4860:4860::8888', '::ffff:8.8.8.8', '::ffff:808:808'],
  ...ranges.flatMap(([, , , neighbours]) => neighbours),
];

const otherAddresses = [
  ...ranges.flatMap(([, first, last]) => [first, last]),
  // Metadata service (IPv4 and IPv6), 6to4 relay, documentation, reserved range.
  ...['169.254.169.254', 'fd00:ec2::254', '192.88.99.1', '198.51.100.7', '240.0.0.1'],
  // Unspecified address, loopback, loopback in long form, link-local addresses (the first with a zone).
  ...['::', '::1', '0:0:0:0:0:0:0:1', 'fe80::1%eth0', 'febf::1'],
  // Embedded IPv4 address: mapped, compatible, translated.
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::7f00:1', '::127.0.0.1', '::ffff:0:127.0.0.1'],
  // Embedded IPv4 address: NAT64 (both prefixes), 6to4, Teredo.
  ...['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '2002:7f00:1::', '2002:808:808::1', '2001:0:7f00:1::'],
  // Documentation, discard, benchmarking, ORCHID, segment routing, multicast, an address below 2000::.
  ...['2001:db8::1', '3fff::1', '100::1', '100:0:0:1::1', '2001:2::1', '2001:10::1', '5f00::1', 'ff0e::1', '1fff::1'],
  // Forms that resolvers do not return.
  ...['', 'localhost', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '010.0.0.1', '8.8.8.8 '],
  ...['[::1]', '1.2.3', '1.2.3.256', '::ffff:1.2.3', 'example.com'],
];

describe('isPublicAddress', () => {
  it.each(publicAddresses)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
  it.each(otherAddresses)('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));
});

const NOT_PUBLIC = 'Address is not public';
const https = 'URL must use https';
const invalid = 'URL is not valid';
const credentials = 'URL must not contain a user name or password';

const urls: readonly (readonly [string, string | undefined, string | undefined])[] = [
  // URL, result in a deployed stage, result on a laptop.
  ['https://partner.example/hooks?tenant=7', undefined, undefined],
  ['https://partner.example:8443/', undefined, undefined],
  ['https://partner.example:443/', undefined, undefined],
  ['https://8.8.8.8/', undefined, undefined],
  ['https://[2606:4700:4700::1111]/', undefined, undefined],
  ['HTTPS://PARTNER.EXAMPLE/', undefined, undefined],
  ['https://partner.example./', undefined, undefined],
  ['http://partner.example/', https, undefined],
  ['http://127.0.0.1:3000/', https, undefined],
  ['ftp://partner.example/', https, https],
  ['file:///etc/passwd', https, https],
  ['javascript:alert(1)', https, https],
  ...['data:text/plain,x', 'gopher://a/', 'blob:https://a/1', 'ws://a/', 'jar:https://a/', 'ldap://a/'].map(
    (url) => [url, https, https] as const,
  ),
  ['https://127.0.0.1/', NOT_PUBLIC, undefined],
  ['https://127.1/', NOT_PUBLIC, undefined],
  ['https://2130706433/', NOT_PUBLIC, undefined],
  ['https://0x7f.1/', NOT_PUBLIC, undefined],
  ['https://0177.0.0.1/', NOT_PUBLIC, undefined],
  ['https://１２７.0.0.1/', NOT_PUBLIC, undefined],
  ['https://127.0.0.1./', NOT_PUBLIC, undefined],
  ['https://169.254.169.254/latest/meta-data/', NOT_PUBLIC, undefined],
  ['https://[::1]/', NOT_PUBLIC, undefined],
  ['https://[::ffff:10.0.0.1]/', NOT_PUBLIC, undefined],
  ['https://[::7f00:1]/', NOT_PUBLIC, undefined],
  ['https://[fd00:ec2::254]/', NOT_PUBLIC, undefined],
  ...[
    ...['0', '127.0.1', '0x7f.0.0.0x1', '017700000001', '2852039166', '①②⑦.⓪.⓪.①', '127。0。0。1', '%31%32%37.0.0.1'],
    ...['LOCALHOST', 'nas.home.arpa', 'ip-10-0-0-1.ec2.internal.', '127.0.0.1\\@partner.example'],
  ].map((host) => [`https://${host}/`, NOT_PUBLIC, undefined] as const),
  ['https://localhost/', NOT_PUBLIC, undefined],
  ['https://localhost./', NOT_PUBLIC, undefined],
  ['https://hooks.localhost/', NOT_PUBLIC, undefined],
  ['https://printer.local/', NOT_PUBLIC, undefined],
  ['https://metadata.google.internal/', NOT_PUBLIC, undefined],
  ['https://intranet/', NOT_PUBLIC, undefined],
  ['https://partner.example:25/', 'Port is not allowed', undefined],
  ['https://partner.example:80/', 'Port is not allowed', undefined],
  ...['22', '0'].map((port) => [`https://partner.example:${port}/`, 'Port is not allowed', undefined] as const),
  ['https://user@partner.example/', credentials, credentials],
  ['https://user:secret@partner.example/', credentials, credentials],
  ['https://127.0.0.1@partner.example/', credentials, credentials],
  ['', invalid, invalid],
  ['partner.example', invalid, invalid],
  ['/hooks', invalid, invalid],
  ['https://', invalid, invalid],
  ['https://partner.example:99999/', invalid, invalid],
  ['https://[::1/', invalid, invalid],
  ['https://1.2.3.256/', invalid, invalid],
  ['https://[fe80::1%25eth0]/', invalid, invalid],
  ['//127.0.0.1/', invalid, invalid],
  [' https://partner.example/', invalid, invalid],
  ['https://partner.example/a\nb', invalid, invalid],
  ['https://partner.example/\u0000', invalid, invalid],
];

describe('checkUrl', () => {
  it.each(urls)('%j deployed: %s', (url, deployed) => {
    expect(checkUrl(url, { localNetworkAllowed: false })).toBe(deployed);
  });

  it.each(urls)('%j, deployed %s, on a laptop: %s', (url, _, laptop) => {
    expect(checkUrl(url, { localNetworkAllowed: true })).toBe(laptop);
  });

  it.each([
    ['http://localhost:3000/', true],
    ['http://hooks.localhost/', true],
    ['http://host.docker.internal/', true],
    ['http://receiver:3000/', true],
    ['http://127.9.9.9/', true],
    ['http://0x7f.1/', true],
    ['http://0.0.0.0/', true],
    ['http://10.1.2.3/', true],
    ['http://172.16.0.1/', true],
    ['http://192.168.0.1/', true],
    ['http://169.254.1.1/', true],
    ['http://[::1]/', true],
    ['http://[fd00::1]/', true],
    ['http://[fe80::1]/', true],
    ['http://[::ffff:192.168.0.1]/', true],
    ['https://partner.example/', true],
    ['http://partner.example/', false],
    ['http://1.1.1.1/', false],
    ['http://172.32.0.1/', false],
    ['http://203.0.113.7/', false],
    ['http://224.0.0.1/', false],
    ['http://[2606:4700::1]/', false],
    ['http://[::ffff:8.8.8.8]/', false],
  ])('%s, where http is for a laptop and its network alone: %s', (url, taken) => {
    const message = 'URL must use https, except for loopback and private addresses';
    const rules = { localNetworkAllowed: true, plainHttp: 'LOCAL' } as const;
    expect(checkUrl(url, rules)).toBe(taken ? undefined : message);
  });

  it('accepts 2,048 characters and no more', () => {
    const url = (length: number) => 'https://partner.example/'.padEnd(length, 'a');
    expect(checkUrl(url(2048), { localNetworkAllowed: false })).toBeUndefined();
    expect(checkUrl(url(2049), { localNetworkAllowed: false })).toBe('URL is longer than 2048 characters');
  });
});

describe('isWebUrl', () => {
  it.each([
    ['https://partner.example/a?b=c', true, true],
    ['https://127.0.0.1/', true, true],
    ['https://user@partner.example/', true, true],
    ['http://partner.example/', false, true],
    ['ftp://partner.example/', false, false],
    ['data:text/plain,x', false, false],
    ['partner.example', false, false],
    ['https://partner.example/a b', false, false],
    ['', false, false],
  ])('%j deployed: %s, on a laptop: %s', (url, deployed, laptop) => {
    expect(isWebUrl(url, { localNetworkAllowed: false })).toBe(deployed);
    expect(isWebUrl(url, { localNetworkAllowed: true })).toBe(laptop);
  });
});
