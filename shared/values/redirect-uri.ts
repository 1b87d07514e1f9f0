/** Address to which a person returns after the verification page: the partner's site or app. */

/** Longest address that is kept, in characters. */
export const MAX_REDIRECT_URI = 2048;

// RFC 3986: the characters of a URI. Whatever else browsers repair on their own (spaces, line breaks,
// backslashes, letters of other scripts) makes an address go elsewhere than it seems to.
const URI = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/;

// RFC 3986 scheme, and a slash after it: schemes whose rest is a program or a document have none there.
const PARTS = /^([a-z][a-z0-9+.-]*):(\/\/([^/?#]*))?(?=\/|\?|#|$)/i;

/** Schemes that browsers and systems treat specially; an app's scheme is none of them. */
const RESERVED = new Set([
  'about', 'acap', 'afp', 'blob', 'bitcoin', 'callto', 'chrome', 'chrome-extension', 'cid', 'content', 'data',
  'dav', 'dict', 'dns', 'ed2k', 'edge', 'feed', 'file', 'filesystem', 'ftp', 'ftps', 'geo', 'gopher', 'help',
  'http', 'imap', 'intent', 'irc', 'ircs', 'jar', 'javascript', 'ldap', 'ldaps', 'livescript', 'magnet',
  'mailto', 'market', 'mhtml', 'mid', 'mk', 'mms', 'mocha', 'moz-extension', 'news', 'nfs', 'nntp', 'opera',
  'pop', 'res', 'resource', 'rtsp', 'safari-extension', 'search', 'search-ms', 'sftp', 'shell', 'sip', 'sips',
  'skype', 'sms', 'smsto', 'smb', 'ssh', 'svn', 'tel', 'telnet', 'tftp', 'tn3270', 'urn', 'vbscript',
  'view-source', 'vnc', 'wais', 'webcal', 'ws', 'wss', 'wyciwyg', 'xmpp',
]); // biome-ignore format: names, not statements

/**
 * Returns true if a person may be sent to an address: https with a host, or a scheme of an app (RFC 8252, 7.1), without
 * user name and password.
 * @param loopback also takes http on this machine, for a partner's own tests on a laptop
 */
export function isRedirectUri(text: string, { loopback }: { readonly loopback: boolean }): boolean {
  if (text.length > MAX_REDIRECT_URI || !URI.test(text) || !URL.canParse(text)) return false;
  const [, scheme = '', , authority] = PARTS.exec(text) ?? [];
  if (scheme === '' || authority?.includes('@') === true) return false;
  switch (scheme.toLowerCase()) {
    case 'https':
      return authority !== undefined && authority !== '';
    case 'http':
      return loopback && isLoopback(new URL(text).hostname);
    default:
      return text.charAt(scheme.length + 1) === '/' && !isReserved(scheme.toLowerCase());
  }
}

function isReserved(scheme: string): boolean {
  // Windows starts programs by schemes that begin so.
  return RESERVED.has(scheme) || scheme.length < 2 || scheme.startsWith('ms-');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
