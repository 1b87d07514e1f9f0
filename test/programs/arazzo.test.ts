import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { runRedocly } from '#test/support/redocly';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const service = await sharedStack();

const respect = (apiKey: string) =>
  runRedocly([
    ...['respect', 'docs/workflows/cross-ramp.arazzo.yaml', '--server', `api=${service.baseUrl}`],
    ...['--input', `apiKey=${apiKey}`, '--input', `email=${randomUUID()}@example.com`],
    ...['--input', `idempotencyKey=${randomUUID()}`],
  ]);

describe('the cross-ramp workflow', () => {
  it('runs to COMPLETED, every response as the OpenAPI document says', async () => {
    const partner = await service.newPartner();
    const { exitCode, output } = await respect(partner.apiKey);
    expect(exitCode, output).toBe(0);
    const { body } = await partner.get('/transactions');
    expect(body.data.data).toMatchObject([{ status: 'COMPLETED', sourceAmount: 2000.01 }]);
  });

  it('says so when a response is not what it expects', async () => {
    const { exitCode, output } = await respect('ramp_sbx_wrong');
    expect(exitCode, output).toBe(1);
    expect(output).toContain('✗ success criteria check - $statusCode == 201');
  });
});
