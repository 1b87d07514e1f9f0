import { expect, it } from 'vitest';
import type { ApiClient } from '#local/partner/api-client';
import { type DemoOptions, runDemo } from '#scripts/demo/run-demo';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();

async function demo(partner: ApiClient, options: Partial<DemoOptions> = {}): Promise<string[]> {
  const lines: string[] = [];
  const { baseUrl, apiKey } = partner;
  const write = (line: string) => void lines.push(line);
  await runDemo({ baseUrl, apiKey, partner: 'a partner', limitMs: 180_000, write, ...options });
  return lines;
}

it('shows both journeys, every webhook signed and in order', async () => {
  const partner = await running.newPartner();
  const lines = await demo(partner);
  const verification = ['CREATED_KYC, sequence 1, signature valid', 'VERIFIED_USER, sequence 2, signature valid'];
  const crossRamp = [
    'CREATED_CROSS_RAMP, sequence 1, signature valid',
    'FIAT_RECEIVED_CROSS_RAMP, sequence 2, signature valid',
    'IN_PROGRESS_CROSS_RAMP, sequence 3, signature valid',
    'BANK_TRANSFER_PENDING_CROSS_RAMP, sequence 4, signature valid',
    'COMPLETED_CROSS_RAMP, sequence 5, signature valid',
  ];
  const signatures = ['DOCUMENT_SIGNED, sequence 3, signature valid', 'DOCUMENT_SIGNED, sequence 4, signature valid'];
  expect(lines.flatMap((line) => line.split('← webhook ').slice(1))).toEqual([
    ...verification,
    ...crossRamp,
    ...verification,
    ...signatures,
    ...crossRamp,
  ]);
  expect(lines).toContain('    the same response, byte for byte, with idempotency-replayed: true');
  expect(lines.filter((line) => /^\n *\d+ {2}/.test(line))).toHaveLength(19);
  expect(lines).toContain(
    '    refused: 403 SIGNATURE_REQUIREMENT_NOT_MET, All beneficial owners must sign before this transaction can be created.',
  );
  const links = lines.filter((line) => line.includes('has a signing link'));
  expect(links).toHaveLength(2);
  expect(lines.join('\n')).not.toContain('/sign/');
  expect(lines.at(-1)).toBe('\nDone: both journeys are complete.');
  expect((await partner.get('/webhook-settings')).body.data.url).toBeNull();
});

it('asks for the secret of a partner that has one, and does not change its URL', async () => {
  const partner = await running.newPartner();
  const { secret } = (await partner.put('/webhook-settings', { url: 'https://example.com/hooks' })).body.data;
  await expect(demo(partner)).rejects.toThrow(/has a signing secret already/);
  await demo(partner, { webhookSecret: secret });
  expect((await partner.get('/webhook-settings')).body.data.url).toBe('https://example.com/hooks');
});

it('says what differs: a signature by another secret', async () => {
  const partner = await running.newPartner();
  await partner.put('/webhook-settings', { url: 'https://example.com/hooks' });
  const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  await expect(demo(partner, { webhookSecret: other })).rejects.toThrow(/^Webhook \S+ cannot be trusted/);
});

it('says what differs: an invalid key', async () => {
  const partner = await running.newPartner();
  await expect(demo(partner, { apiKey: 'none' })).rejects.toThrow('401 UNAUTHORIZED');
});

it('fails in time, with one sentence', async () => {
  const partner = await running.newPartner();
  await expect(demo(partner, { limitMs: 0 })).rejects.toThrow(/ did not come in 0 s$/);
  await expect(demo(partner, { baseUrl: 'http://127.0.0.1:1' })).rejects.toThrow(/http:\/\/127\.0\.0\.1:1$/);
});
