import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runRedocly } from '#test/support/redocly';
import { type SharedStack, sharedStack } from '#test/support/shared-stack/shared-stack';

const WORKFLOW = 'docs/workflows/cross-ramp.arazzo.yaml';

describe('the cross-ramp workflow', () => {
  let service: SharedStack;
  beforeAll(async () => {
    service = await sharedStack();
  });
  afterAll(() => service?.release());

  it('runs to COMPLETED, every answer as the OpenAPI document says', async () => {
    const partner = await service.newPartner();
    const { exitCode, output } = await runRedocly([
      'respect',
      WORKFLOW,
      ...['--input', `apiKey=${partner.apiKey}`],
      ...['--input', `email=${randomUUID()}@example.com`],
      ...['--input', `idempotencyKey=${randomUUID()}`],
      ...['--server', `api=${service.baseUrl}`],
    ]);
    expect(exitCode, output).toBe(0);
    const { body } = await partner.get('/transactions');
    expect(body.data.data).toMatchObject([{ status: 'COMPLETED', sourceAmount: 2000.01 }]);
  });

  it('says so when an answer is not what it expects', async () => {
    const { exitCode, output } = await runRedocly([
      'respect',
      WORKFLOW,
      ...['--input', 'apiKey=ramp_sbx_wrong'],
      ...['--input', `email=${randomUUID()}@example.com`],
      ...['--input', `idempotencyKey=${randomUUID()}`],
      ...['--server', `api=${service.baseUrl}`],
    ]);
    expect(exitCode, output).toBe(1);
    expect(output).toContain('✗ success criteria check - $statusCode == 201');
  });
});
