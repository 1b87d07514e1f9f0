import { expect, it } from 'vitest';
import type { ApiClient } from '#local/partner/api-client';
import { type DemoOptions, runDemo } from '#local/run-demo';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const running = await sharedStack();

async function demo(partner: ApiClient, options: Partial<DemoOptions> = {}): Promise<string[]> {
  const lines: string[] = [];
  const { baseUrl, apiKey } = partner;
  const write = (line: string) => void lines.push(line);
  await runDemo({ baseUrl, apiKey, limitMs: 180_000, write, ...options });
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
  expect(lines.flatMap((line) => line.split('← webhook ').slice(1))).toEqual([
    ...verification,
    ...crossRamp,
    ...verification,
    'DOCUMENT_SIGNED, sequence 3, signature valid',
    ...crossRamp,
  ]);
  expect(lines).toContain('    the same response, byte for byte, with idempotency-replayed: true');
  expect(lines).toContain(
    '    refused: 403 SIGNATURE_REQUIREMENT_NOT_MET, All beneficial owners must sign before this transaction can be created.',
  );
  expect(lines.join('\n')).not.toContain('/sign/');
  expect(lines.at(-1)).toBe('\nDone: both journeys are complete.');
});

it('says what differs: an invalid key', async () => {
  const partner = await running.newPartner();
  await expect(demo(partner, { apiKey: 'none' })).rejects.toThrow('401 UNAUTHORIZED');
});

it('fails in time, with one sentence', async () => {
  const partner = await running.newPartner();
  await expect(demo(partner, { limitMs: 0 })).rejects.toThrow(/ did not arrive within 0 s$/);
  await expect(demo(partner, { baseUrl: 'http://127.0.0.1:1' })).rejects.toThrow(/http:\/\/127\.0\.0\.1:1$/);
});
