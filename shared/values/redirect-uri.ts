/** Redirect URI: the page of the partner's site or app that a person reaches after the verification page. */

/** Maximum length of a redirect URI in characters. */
export const MAX_REDIRECT_URI = 2048;

// Characters of a URI (RFC 3986). Browsers silently correct other characters (spaces, line breaks, backslashes, letters of other
// scripts), and the corrected URI can lead to another site.
const URI = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/;

// A scheme (RFC 3986) and an optional host, followed by `/`, `?`, `#` or the end. A URI such as `javascript:alert()` does not
// match.
const PARTS = /^([a-z][a-z0-9+.-]*):(\/\/([^/?#]*))?(?=\/|\?|#|$)/i;

/** Schemes with a special meaning in browsers and operating systems. An app must not use them. */
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
 * Returns true if a redirect to the URI is allowed: https with a host, or an app's scheme (RFC 8252, 7.1), without credentials.
 * @param loopback also allows http on the same machine, for a partner's tests on a laptop
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
  // Windows starts programs for schemes with the prefix `ms-`, and reads a scheme of one letter as a drive.
  return RESERVED.has(scheme) || scheme.length < 2 || scheme.startsWith('ms-');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
