import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRedirectUri } from '#shared/values/redirect-uri';

describe('isRedirectUri', () => {
  const taken = [
    'https://partner.example.com',
    'https://partner.example.com/done?user=1&x=%20y#end',
    'https://partner.example.com:8443/a/b',
    'myapp://done',
    'com.example.app:/oauth/done',
    'MyApp+x-1.2://verified?ok=1',
    'http://localhost:3000/done',
    'http://127.0.0.1:8080/',
    `https://partner.example.com/${'a'.repeat(2019)}`,
  ];
  it.each(taken.map((uri) => [uri.slice(0, 60), uri]))('accepts %s', (_, uri) => {
    expect(isRedirectUri(uri, { loopback: true })).toBe(true);
  });

  const refused: string[] = [
    '',
    'done',
    '/done',
    '//evil.example',
    '?x=1',
    'https:',
    'https://',
    'https:///evil.example',
    'https:evil.example',
    'https:/evil.example',
    'http://partner.example.com/done',
    'http://10.0.0.1/',
    'http://localhost.evil.example/',
    'javascript:alert(1)',
    'javascript://%0aalert(1)',
    'JaVaScRiPt://x/%0aalert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data://text/html,x',
    'file:///etc/passwd',
    'blob:https://partner.example.com/1',
    'vbscript:msgbox(1)',
    'vbscript://x',
    'view-source:https://partner.example.com',
    'about:blank',
    'intent://scan/#Intent;scheme=x;end',
    'ms-word:ofe|u|https://evil.example',
    'ms-msdt:/id',
    'filesystem:https://a.example/x',
    'ftp://a.example/x',
    'ws://a.example/',
    'wss://a.example/',
    'mailto:a@example.com',
    'tel:+525512345678',
    'myapp:done',
    'c:/windows',
    'https://user@partner.example.com/',
    'https://user:pass@partner.example.com/',
    'https://@partner.example.com/',
    'https://partner.example.com@evil.example/',
    'myapp://user:pass@done',
    'https://partner.example.com\\@evil.example/',
    'https://partner.example.com/a b',
    'https://partner.example.com/\t',
    'https://pärtner.example.com/',
    'https://partner.example.com/"onmouseover="alert(1)',
    'https://partner.example.com/<script>',
    "https://partner.example.com/`'",
    `https://partner.example.com/${'a'.repeat(2021)}`,
  ];
  it.each(refused.map((uri) => [JSON.stringify(uri).slice(0, 60), uri]))('refuses %s', (_, uri) => {
    expect(isRedirectUri(uri, { loopback: true })).toBe(false);
  });

  it('accepts http on this machine only where that is allowed', () => {
    for (const uri of ['http://localhost:3000/done', 'http://127.0.0.1/', 'http://[::1]:80/']) {
      expect(isRedirectUri(uri, { loopback: true }), uri).toBe(true);
      expect(isRedirectUri(uri, { loopback: false }), uri).toBe(false);
    }
    for (const uri of ['http://127.0.0.1.evil.example/', 'http://10.0.0.1/', 'http://example.com/'])
      expect(isRedirectUri(uri, { loopback: true }), uri).toBe(false);
  });

  it('refuses whatever a browser would read as another scheme', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        if (!isRedirectUri(text, { loopback: false })) return;
        const { protocol, username, password } = new URL(text);
        expect(text.toLowerCase().startsWith(protocol)).toBe(true);
        expect([username, password]).toEqual(['', '']);
        expect(protocol).not.toMatch(/^(http|javascript|data|file|blob|vbscript):$/);
      }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom('javascript', 'data', 'file', 'blob', 'vbscript', 'http', 'view-source', 'ms-word'),
        fc.constantFrom('', ' ', '\t', '\n', '\u0000'),
        fc.string({ maxLength: 20 }),
        (scheme, before, rest) => {
          for (const form of [scheme, scheme.toUpperCase()])
            expect(isRedirectUri(`${before}${form}:${rest}`, { loopback: false })).toBe(false);
        },
      ),
    );
  });
});
