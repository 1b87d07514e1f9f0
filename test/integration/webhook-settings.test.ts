import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '#test/support/api-client';
import { startTestStack, type TestStack } from '#test/support/test-stack';

let running: TestStack;
let partner: ApiClient;

beforeAll(async () => {
  running = await startTestStack();
  partner = await running.newPartner();
});
afterAll(() => running?.stop());

it('has no URL at first', async () => {
  const answer = await partner.get('/webhook-settings');
  expect(answer.body.data).toMatchObject({ partnerId: partner.partnerId, url: null });
});

it('shows the secret once, with the first URL, and keeps it through changes', async () => {
  const first = await partner.put('/webhook-settings', { url: 'https://example.com/hooks' });
  expect(first.status, first.text).toBe(200);
  expect(first.body.data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const cleared = await partner.put('/webhook-settings', { url: null });
  const again = await partner.put('/webhook-settings', { url: 'https://example.com/other' });
  const read = await partner.get('/webhook-settings');
  expect([cleared.body.data.url, again.body.data.url, read.body.data.url]).toEqual([
    null,
    'https://example.com/other',
    'https://example.com/other',
  ]);
  for (const answer of [cleared, again, read]) expect(answer.body.data).not.toHaveProperty('secret');
});

it.each([
  ['nothing', {}],
  ['a number', { url: 1 }],
  ['no URL', { url: 'example.com' }],
  ['another scheme', { url: 'ftp://example.com' }],
  ['a password', { url: 'https://user:secret@example.com' }],
  ['a long one', { url: `https://example.com/${'x'.repeat(2048)}` }],
])('refuses %s', async (_what, body) => {
  const answer = await partner.put('/webhook-settings', body);
  expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_USER_INPUT_ERROR']);
  expect(answer.body.errors).toEqual([expect.objectContaining({ field: 'url' })]);
});
