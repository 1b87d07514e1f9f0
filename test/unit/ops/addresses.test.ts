import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guardAddresses } from '#ops/connection';

beforeEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

describe('a deployed stage', () => {
  it('is not reached through the addresses of the shell or of a profile: they are ignored', () => {
    guardAddresses(undefined);
    expect(process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS).toBe('true');
  });

  it('is an emulator only where --endpoint names one on this machine', () => {
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:4566');
    expect(() => guardAddresses('https://127.0.0.1:4566')).not.toThrow();
    for (const endpoint of ['https://aws.example', 'https://dynamodb.us-east-1.amazonaws.com', 'http://10.0.0.1', 'x'])
      expect(() => guardAddresses(endpoint)).toThrow('--endpoint');
    vi.stubEnv('AWS_ENDPOINT_URL_STS', 'https://aws.example');
    expect(() => guardAddresses('https://127.0.0.1:4566')).toThrow('AWS_ENDPOINT_URL_STS');
  });
});
