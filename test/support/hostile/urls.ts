import type { Resolver } from '#shared/platform/network/guarded-request';

/** A URL that a deployed service must not call, why it says so, and how names resolve during the call. */
export interface HostileUrl {
  readonly name: string;
  readonly url: string;
  readonly reason: string;
  /** It is no http(s) URL at all; that is refused in other words than a forbidden one. */
  readonly notWeb?: boolean;
  readonly resolve?: Resolver;
}

const NOT_PUBLIC = 'Address is not public';
const PORT = 'Port is not allowed';
const CREDENTIALS = 'URL must not contain a user name or password';
const NOT_VALID = 'URL is not valid';
const NOT_HTTPS = 'URL must use https';

/** Answers every name with the same addresses. */
export function resolveTo(...addresses: string[]): Resolver {
  return (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
}

/** The test runs a server at this port of every host; it must not be reached. */
export function hostileUrls(port: number): readonly HostileUrl[] {
  const at = (host: string) => `https://${host}:${port}/file.jpg?token=secret`;
  const urls = (reason: string, notWeb: boolean, named: Readonly<Record<string, string>>): HostileUrl[] =>
    Object.entries(named).map(([name, url]) => ({ name, url, reason, ...(notWeb && { notWeb }) }));
  const hosts = (reason: string, named: Readonly<Record<string, string>>): HostileUrl[] =>
    urls(reason, false, Object.fromEntries(Object.entries(named).map(([name, host]) => [name, at(host)])));
  const leading = (named: Readonly<Record<string, readonly string[]>>): HostileUrl[] =>
    Object.entries(named).map(([name, addresses]) => ({
      name: `a name of ${name}`,
      url: at('files.example.com'),
      reason: NOT_PUBLIC,
      resolve: resolveTo(...addresses),
    }));
  const schemes = ['file', 'ftp', 'data', 'javascript', 'gopher', 'blob', 'ws', 'jar', 'dict', 'ldap'];
  return [
    ...hosts(NOT_PUBLIC, {
      loopback: '127.0.0.1',
      'the far end of loopback': '127.255.255.254',
      'this network': '0.0.0.0',
      'private 10/8': '10.0.0.7',
      'private 172.16/12': '172.31.255.1',
      'private 192.168/16': '192.168.1.1',
      'carrier-grade NAT': '100.64.0.1',
      'metadata of carrier-grade clouds': '100.100.100.200',
      'link local': '169.254.1.1',
      'instance metadata': '169.254.169.254',
      'container credentials': '169.254.170.2',
      'protocol assignments': '192.0.0.192',
      benchmarking: '198.18.0.1',
      documentation: '203.0.113.9',
      multicast: '224.0.0.1',
      reserved: '240.0.0.1',
      broadcast: '255.255.255.255',
      'loopback v6': '[::1]',
      'unspecified v6': '[::]',
      'unique local v6': '[fd12:3456::1]',
      'instance metadata v6': '[fd00:ec2::254]',
      'link local v6': '[fe80::1]',
      'site local v6': '[fec0::1]',
      'mapped loopback': '[::ffff:127.0.0.1]',
      'mapped metadata in hexadecimal': '[::ffff:a9fe:a9fe]',
      'mapped private': '[::ffff:10.0.0.1]',
      'compatible loopback': '[::127.0.0.1]',
      'compatible loopback in hexadecimal': '[::7f00:1]',
      'translated loopback': '[::ffff:0:127.0.0.1]',
      'NAT64 of loopback': '[64:ff9b::7f00:1]',
      '6to4 of loopback': '[2002:7f00:1::]',
      Teredo: '[2001::1]',
      'documentation v6': '[2001:db8::1]',
      'never assigned v6': '[4000::1]',
      'decimal loopback': '2130706433',
      'hexadecimal loopback': '0x7f000001',
      'hexadecimal parts': '0x7f.0.0.0x1',
      'octal loopback': '0177.0.0.1',
      'a single octal number': '017700000001',
      'two parts': '127.1',
      'three parts': '127.0.1',
      'decimal metadata': '2852039166',
      'zero alone': '0',
      'full-width digits': '１２７.０.０.１',
      'circled digits': '①②⑦.⓪.⓪.①',
      'ideographic full stops': '127。0。0。1',
      'percent-encoded digits': '%31%32%37.0.0.1',
      'a dot at the end of an address': '127.0.0.1.',
      localhost: 'localhost',
      'localhost in capitals': 'LOCALHOST',
      'localhost with a dot at its end': 'localhost.',
      'a name under localhost': 'files.localhost',
      'a name under .local': 'printer.local',
      'a name under .internal': 'metadata.google.internal',
      'a name under .internal with a dot at its end': 'ip-10-0-0-1.ec2.internal.',
      'a name under home.arpa': 'nas.home.arpa',
      'a single label': 'intranet',
    }),
    ...leading({
      loopback: ['127.0.0.1'],
      'a private address': ['10.0.0.1'],
      metadata: ['169.254.169.254'],
      'loopback v6': ['::1'],
      'a mapped loopback': ['::ffff:127.0.0.1'],
      'metadata v6': ['fd00:ec2::254'],
      'a private address after a public one': ['8.8.8.8', '127.0.0.1'],
      'a private address before a public one': ['127.0.0.1', '8.8.8.8'],
      'public addresses with one unique local v6 among them': ['1.1.1.1', 'fd00::1', '8.8.8.8'],
    }),
    ...schemes.map((scheme) => ({
      name: `the scheme ${scheme}`,
      url: scheme === 'blob' ? 'blob:https://files.example.com/1' : `${scheme}://files.example.com/file`,
      reason: NOT_HTTPS,
      notWeb: true,
    })),
    ...urls(NOT_HTTPS, true, {
      'a file of this machine': 'file:///etc/passwd',
      'inline data': 'data:image/png;base64,iVBORw0KGgo=',
      'a script': 'javascript:alert(1)',
      'plain http': 'http://files.example.com/file.jpg',
      'plain http to loopback': `http://127.0.0.1:${port}/`,
    }),
    ...urls(CREDENTIALS, false, {
      'a user name': `https://user@127.0.0.1:${port}/`,
      'a password': 'https://user:secret@files.example.com/',
      'a host dressed as a user': `https://files.example.com@127.0.0.1:${port}/`,
    }),
    ...urls(NOT_PUBLIC, false, { 'a backslash before the user': `https://127.0.0.1:${port}\\@files.example.com/` }),
    ...urls(PORT, false, {
      'the port of SSH': 'https://files.example.com:22/',
      'the port of mail': 'https://files.example.com:25/',
      'the port of plain http': 'https://files.example.com:80/',
      'port 0': 'https://files.example.com:0/',
    }),
    ...urls(NOT_VALID, true, {
      'a port beyond all ports': 'https://files.example.com:65536/',
      'a line break': 'https://files.example.com/\r\nhost: 127.0.0.1',
      'a blank': ' https://files.example.com/',
      'a zone': 'https://[fe80::1%25eth0]/',
      'no host': 'https://',
      'a relative address': '//127.0.0.1/file.jpg',
    }),
  ];
}
