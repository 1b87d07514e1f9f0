import { describe, expect, it } from 'vitest';
import { type CorsRule, preflightHeaders, responseHeaders } from '#local/engines/buckets/cors';

const open: CorsRule = {
  AllowedOrigins: ['*'],
  AllowedMethods: ['PUT'],
  AllowedHeaders: ['content-type', 'x-amz-*'],
  MaxAge: 3000,
};
const ours: CorsRule = {
  AllowedOrigins: ['https://*.example.com', 'https://example.org'],
  AllowedMethods: ['GET', 'PUT'],
  ExposedHeaders: ['ETag'],
};
const origin = 'https://pages.example.com';

describe('a preflight', () => {
  it.each<[rule: CorsRule, origin: string, method: string, headers: string[], allowed: boolean]>([
    [open, origin, 'PUT', ['content-type'], true],
    [open, origin, 'PUT', ['Content-Type', 'X-Amz-Date'], true],
    [open, 'null', 'PUT', [], true],
    [open, origin, 'GET', [], false],
    [open, origin, 'DELETE', [], false],
    [open, origin, 'put', [], false],
    [open, origin, 'PUT', ['content-type', 'authorization'], false],
    [open, origin, 'PUT', ['content-types'], false],
    [ours, origin, 'GET', [], true],
    [ours, 'https://example.org', 'PUT', [], true],
    [ours, 'http://pages.example.com', 'PUT', [], false],
    [ours, 'https://example.org.evil.com', 'PUT', [], false],
    [ours, 'https://.example.co', 'PUT', [], false],
    [ours, origin, 'PUT', ['content-type'], false],
  ])('against %j from %s with %s %j: %s', (rule, from, method, headers, allowed) => {
    expect(preflightHeaders([rule], { origin: from, method, headers }) !== undefined).toBe(allowed);
  });

  it('gets what it may do, and for how long', () => {
    expect(preflightHeaders([ours, open], { origin, method: 'PUT', headers: ['content-type'] })).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'PUT',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '3000',
      vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
    });
  });
});

it('exposes responses to a page by the first matching rule, and otherwise not', () => {
  expect(responseHeaders([ours, open], { origin, method: 'PUT' })).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'ETag',
  });
  expect(responseHeaders([open], { origin, method: 'GET' })).toEqual({});
  expect(responseHeaders([], { origin, method: 'PUT' })).toEqual({});
});
