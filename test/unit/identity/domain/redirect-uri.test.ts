import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRedirectUri } from '#shared/identity/domain/redirect-uri';

describe('isRedirectUri', () => {
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
