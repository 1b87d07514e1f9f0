import { afterEach, expect, it, vi } from 'vitest';
import { handler } from '#functions/capabilities/get/handler';
import { gatewayEvent, lambdaContext } from '#test/support/gateway-event';

const TRACE = '0af7651916cd43dd8448eb211c80319c';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** The line of a request that is refused for its missing key. */
async function lineOf(traceparent: string): Promise<unknown> {
  vi.stubEnv('STAGE', 'sandbox');
  vi.stubEnv('LOG_LEVEL', 'info');
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const headers = { traceparent };
  await handler(
    gatewayEvent({ httpMethod: 'GET', resource: '/api/partner/v2/capabilities', headers }),
    lambdaContext(),
  );
  return JSON.parse(String(write.mock.lastCall?.[0]));
}

it('carries the id of the trace in its log lines, and nothing else of it', async () => {
  const line = await lineOf(`00-${TRACE}-b7ad6b7169203331-01`);
  expect(line).toMatchObject({ message: 'request', status: 401, traceId: TRACE });
  expect(JSON.stringify(line)).not.toContain('b7ad6b7169203331');
});

it('logs none that is malformed, and responds as ever', async () => {
  const line = await lineOf(`00-${TRACE}-b7ad6b7169203331`);
  expect(line).toMatchObject({ message: 'request', status: 401 });
  expect(line).not.toHaveProperty('traceId');
});
