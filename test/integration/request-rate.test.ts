import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ApiResponse } from '#local/partner/api-client';
import { ownStack } from '#test/support/own-stack';

/** So few that even a busy machine sends more. */
const PER_SECOND = 5;

const service = await ownStack({ settings: { RATE_LIMIT_RPS: String(PER_SECOND) } });
const [flooding, calm] = await Promise.all([service.newPartner(), service.newPartner('Another partner')]);

describe('a partner that calls faster than its rate', () => {
  const responses: ApiResponse[] = [];

  it('is limited to it with 20 clients at once, however fast the machine is', async () => {
    const startedMs = Date.now();
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let n = 0; n < 15; n += 1) responses.push(await flooding.get('/webhook-settings'));
      }),
    );
    const elapsedS = (Date.now() - startedMs) / 1000;
    const accepted = responses.filter(({ status }) => status === 200).length;
    // A request passes if the table does not respond in time (ADR 010), as on a busy machine.
    const unknown = readFileSync(service.logFile, 'utf8').split('a request rate could not be taken').length - 1;
    expect(accepted).toBeLessThanOrEqual(2 * PER_SECOND + PER_SECOND * elapsedS + 1 + unknown);
    expect(accepted).toBeGreaterThanOrEqual(Math.min(responses.length, 2 * PER_SECOND));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });

  it('returns when to retry, in the envelope and in the headers', () => {
    const refused = responses.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({
      success: false,
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many requests',
    });
    expect(refused?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(refused?.headers.get('ratelimit-policy')).toBe(`"partner";q=${2 * PER_SECOND};w=2`);
    expect(refused?.headers.get('ratelimit')).toMatch(/^"partner";r=0;t=\d+$/);
  });

  it('does not reduce the rate of another partner', async () => {
    const [, other] = await Promise.all([flooding.get('/webhook-settings'), calm.get('/webhook-settings')]);
    expect(other.status).toBe(200);
    const left = /^"partner";r=(\d+);t=1$/.exec(other.headers.get('ratelimit') ?? '')?.[1];
    // While a slow table responds, the one token that was taken may have come back.
    expect([2 * PER_SECOND - 1, 2 * PER_SECOND]).toContain(Number(left));
  });

  it('is served again after that time', async () => {
    const refused = responses.find(({ status }) => status === 429);
    const waitS = Number(refused?.headers.get('retry-after'));
    await new Promise((resolve) => setTimeout(resolve, waitS * 1000));
    expect((await flooding.get('/webhook-settings')).status).toBe(200);
  });
});
