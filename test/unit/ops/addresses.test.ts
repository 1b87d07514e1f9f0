import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guardAddresses, isOfAws } from '#ops/connection';

const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-addresses-'));
const profiles = join(folder, 'config');

beforeEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_CONFIG_FILE', profiles);
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(folder, 'credentials'));
  writeFileSync(profiles, '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(profiles, { force: true });
});

describe("AWS's own addresses", () => {
  it.each([
    ['STS', 'https://sts.us-east-1.amazonaws.com'],
    ['STS', 'https://sts.amazonaws.com/'],
    ['STS', 'https://sts-fips.us-east-1.amazonaws.com'],
    ['STS', 'https://sts.us-east-1.api.aws'],
    ['STS', 'https://sts.cn-north-1.amazonaws.com.cn'],
    ['STS', 'https://sts.us-gov-west-1.amazonaws.com'],
    ['STS', 'https://vpce-0a1b2c-d3e4f5.sts.us-east-1.vpce.amazonaws.com'],
    ['S3', 'https://bucket.vpce-0a1b2c-d3e4f5.s3.us-east-1.vpce.amazonaws.com'],
    ['S3', 'https://s3.dualstack.us-east-1.amazonaws.com'],
    ['SECRETS_MANAGER', 'https://secretsmanager.us-east-1.amazonaws.com'],
    ['DYNAMODB_STREAMS', 'https://streams.dynamodb.us-east-1.amazonaws.com'],
    ['CLOUDWATCH', 'https://monitoring.us-east-1.amazonaws.com'],
  ])('of %s hold %s', (service, address) => expect(isOfAws(address, service)).toBe(true));

  it.each([
    ['STS', 'http://sts.us-east-1.amazonaws.com'],
    ['STS', 'https://sts.us-east-1.amazonaws.com:8443'],
    ['STS', 'https://sts.us-east-1.amazonaws.com@evil.example'],
    ['STS', 'https://a@sts.us-east-1.amazonaws.com'],
    ['STS', 'https://sts.us-east-1.amazonaws.com.evil.example'],
    ['STS', 'https://evilamazonaws.com'],
    ['STS', 'https://sts.s3.us-east-1.amazonaws.com'],
    ['STS', 'https://abc.execute-api.us-east-1.amazonaws.com'],
    ['STS', 'https://ec2-203-0-113-1.compute-1.amazonaws.com'],
    ['STS', 'https://vpce-1.vpce-svc-1.us-east-1.vpce.amazonaws.com'],
    ['STS', 'https://dynamodb.us-east-1.amazonaws.com'],
    ['S3', 'https://planted.s3.us-east-1.amazonaws.com'],
    ['', 'https://sts.us-east-1.amazonaws.com'],
    ['STS', 'https://127.0.0.1:4566'],
    ['STS', 'sts.us-east-1.amazonaws.com'],
  ])('of %s do not hold %s', (service, address) => expect(isOfAws(address, service)).toBe(false));
});

describe('a deployed stage', () => {
  const VARIABLES = [
    'AWS_ENDPOINT_URL',
    ...['STS', 'S3', 'SQS', 'SECRETS_MANAGER', 'DYNAMODB', 'CLOUDWATCH'].map((name) => `AWS_ENDPOINT_URL_${name}`),
  ];

  it.each(VARIABLES)('is not reached through %s of anyone else', (name) => {
    for (const address of ['http://127.0.0.1:4566', 'https://aws.example', 'https://planted.s3.amazonaws.com', 'x']) {
      vi.stubEnv(name, address);
      expect(() => guardAddresses(undefined)).toThrow(`${name} is "${address}", which is no address of AWS's own`);
    }
  });

  it('is not reached through the addresses of a profile: they are ignored', () => {
    writeFileSync(profiles, '[default]\nendpoint_url = http://127.0.0.1:4566\n');
    guardAddresses(undefined);
    expect(process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS).toBe('true');
  });

  it("beside variables of AWS's own addresses, profiles may name none", () => {
    vi.stubEnv('AWS_ENDPOINT_URL_STS', 'https://sts.us-east-1.amazonaws.com');
    guardAddresses(undefined);
    expect(process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS).toBeUndefined();
    writeFileSync(profiles, '[services local]\ns3 =\n  endpoint_url = http://127.0.0.1:4566\n');
    expect(() => guardAddresses(undefined)).toThrow('names an address: "endpoint_url = http://127.0.0.1:4566"');
    vi.stubEnv('AWS_IGNORE_CONFIGURED_ENDPOINT_URLS', 'true');
    expect(() => guardAddresses(undefined)).not.toThrow();
  });

  it.each([
    'endpoint_url = http://x.example # ours',
    'endpoint_url=HTTP://x.example',
    '  endpoint_url = x',
    'sts_endpoint_url = y',
  ])("beside variables of AWS's own addresses, is not reached with a profile that says %s", (line) => {
    vi.stubEnv('AWS_ENDPOINT_URL_STS', 'https://sts.us-east-1.amazonaws.com');
    writeFileSync(profiles, `[default]\nregion = us-east-1\n${line}\n`);
    expect(() => guardAddresses(undefined)).toThrow('names an address');
    writeFileSync(profiles, `[default]\n# ${line}\nignore_configured_endpoint_urls = true\n`);
    expect(() => guardAddresses(undefined)).not.toThrow();
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
