import * as z from 'zod';
import { check, expectStatus } from '#cloud/phases/checks';
import { awaitCompletion, createdId } from '#cloud/phases/transactions';
import { operate, type Target } from '#cloud/plan/target';
import type { ApiClient } from '#local/partner/api-client';

const stageState = z.object({ state: z.string() });

/**
 * The operator tool freezes the stage: every request is refused and nothing works on; thawed, it goes on where it was. What
 * is under way completes. No other phase may call the API during it.
 */
export async function freezeAndThaw(target: Target, partner: ApiClient, userId: string): Promise<string> {
  const id = createdId(await partner.post('/cross-ramp', partner.crossRamp(userId)));
  const url = ['--url', target.baseUrl];
  await operate(target, ['stage', 'freeze', ...url]);
  const frozen = stageState.parse(await operate(target, ['stage', 'status']));
  check(frozen.state === 'frozen', `frozen, the stage reads ${frozen.state}`);
  for (const answer of [
    await partner.get('/capabilities'),
    await partner.post('/users', {}),
    await partner.get('/openapi.json'),
  ])
    expectStatus(answer, 429);
  await operate(target, ['stage', 'thaw', ...url]);
  const thawed = stageState.parse(await operate(target, ['stage', 'status']));
  check(thawed.state === 'open', `thawed, the stage reads ${thawed.state}`);
  expectStatus(await partner.get('/capabilities'), 200);
  await awaitCompletion(partner, [id]);
  return 'frozen: 429 to all; thawed: open, and what was under way completed';
}
