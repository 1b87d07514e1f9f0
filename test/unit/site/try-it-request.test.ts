import { describe, expect, it } from 'vitest';
import { requestFor } from '#site/browser/try-it-request';

const operation = {
  ...{ id: 'listUsers', method: 'GET', path: '/api/partner/v2/users/{userId}/wallets', needsKey: true, gives: {} },
  ...{ takesIdempotencyKey: false, parameters: [] },
};
const entered = { key: 'ramp_sbx_secret', idempotencyKey: undefined, parameters: [], body: undefined };

describe('a request of the try-it console', () => {
  it('has its parameters in the address, escaped, and leaves empty ones out', () => {
    const parameters = [
      { name: 'userId', in: 'path', value: 'a/../b?c' },
      { name: 'email', in: 'query', value: 'a+b&c@example.com' },
      { name: 'cursor', in: 'query', value: '' },
    ] as const;
    expect(requestFor(operation, { ...entered, parameters })).toMatchObject({
      path: '/api/partner/v2/users/a%2F..%2Fb%3Fc/wallets?email=a%2Bb%26c%40example.com',
    });
  });

  it('has the key in a header alone, and sends no cookie', () => {
    const { path, init } = requestFor(
      { ...operation, path: '/x' },
      { ...entered, idempotencyKey: 'k-1', body: '{"a":1}' },
    );
    expect(path).toBe('/x');
    expect(Object.fromEntries(new Headers(init.headers))).toEqual({
      ...{ 'partner-api-key': 'ramp_sbx_secret', 'idempotency-key': 'k-1', 'content-type': 'application/json' },
    });
    expect(init).toMatchObject({ body: '{"a":1}', credentials: 'omit', cache: 'no-store', redirect: 'error' });
  });

  it('has neither a body nor headers that were left empty', () => {
    const { init } = requestFor({ ...operation, path: '/x' }, { ...entered, key: '', body: ' ' });
    expect([...new Headers(init.headers)]).toEqual([]);
    expect('body' in init).toBe(false);
  });

  it('is not made with a key that no header may hold', () => {
    expect(() => requestFor(operation, { ...entered, key: 'line\nbreak' })).toThrow(TypeError);
  });
});
