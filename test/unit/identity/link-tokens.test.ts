import { createHmac } from 'node:crypto';
import { GenerateMacCommand, KMSClient } from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isLinkToken, linkTokensFor } from '#shared/links/link-tokens';

const kms = mockClient(KMSClient);
afterAll(() => kms.restore());
const masterKey = 'the key that never leaves the key service';

beforeEach(() => {
  kms.reset();
  kms.on(GenerateMacCommand).callsFake(({ Message }) => ({
    Mac: new Uint8Array(createHmac('sha256', masterKey).update(Message).digest()),
  }));
  vi.stubEnv('LINK_KEY_ID', 'link-key');
  vi.stubEnv('AWS_REGION', 'us-east-1');
});
afterEach(() => vi.unstubAllEnvs());

it('makes the same token for a link each time, in the form that pages accept', async () => {
  const tokenFor = await linkTokensFor('user-1');
  const token = tokenFor('link-1');
  expect(isLinkToken(token)).toBe(true);
  expect((await linkTokensFor('user-1'))('link-1')).toBe(token);
  const userKey = createHmac('sha256', masterKey).update('link-tokens:user-1').digest();
  expect(token).toBe(createHmac('sha256', userKey).update('link-1').digest('base64url'));
});

it('makes another token for every link and every user, with one call a user', async () => {
  const [first, second] = [await linkTokensFor('user-1'), await linkTokensFor('user-2')];
  const links = Array.from({ length: 50 }, (_, index) => `link-${index}`);
  expect(new Set([...links.map(first), ...links.map(second)]).size).toBe(100);
  expect(kms.commandCalls(GenerateMacCommand).map(({ args }) => args[0].input.KeyId)).toEqual(['link-key', 'link-key']);
});

it('fails without a key', async () => {
  kms.on(GenerateMacCommand).resolves({});
  await expect(linkTokensFor('user-1')).rejects.toThrow('made no code');
  vi.stubEnv('LINK_KEY_ID', '');
  await expect(linkTokensFor('user-1')).rejects.toThrow('LINK_KEY_ID');
});

it.each([
  ['A'.repeat(43), true],
  [`${'a-_9'.repeat(10)}xyz`, true],
  ['A'.repeat(42), false],
  ['A'.repeat(44), false],
  [`${'A'.repeat(42)}=`, false],
  [`${'A'.repeat(42)}+`, false],
  [`${'A'.repeat(43)}\n`, false],
  ['', false],
])('accepts %j as a token: %s', (text, expected) => {
  expect(isLinkToken(text)).toBe(expected);
});
