import * as z from 'zod';
import { deploy } from '#cloud/cdk/commands';
import type { Rehearsal } from '#cloud/plan/context';
import { operate, type Target } from '#cloud/plan/target';
import { check, expectStatus, failureOf } from '#cloud/steps/checks';
import { awaitCompletion, createdId } from '#cloud/steps/transactions';

const stageState = z.object({ state: z.string() });

/** Reads by the operator tool: `open`, `frozen`, or a state between. */
async function stateOf(target: Target): Promise<string> {
  return stageState.parse(await operate(target, ['stage', 'status'])).state;
}

/** Opens a stage that a step left frozen when it was cut. */
export async function openStage(target: Target): Promise<void> {
  if ((await stateOf(target)) !== 'open') await operate(target, ['stage', 'thaw', '--url', target.baseUrl]);
}

/**
 * The operator tool freezes the stage: every request is refused and nothing works on; thawed, it goes on where it was, and
 * completes. No other step may call the API during it.
 */
export async function freezeStage(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  await openStage(target);
  const { partner, userId } = await rehearsal.subscriber();
  const id = createdId(await partner.post('/cross-ramp', partner.crossRamp(userId)));
  const url = ['--url', target.baseUrl];
  await operate(target, ['stage', 'freeze', ...url]);
  const frozen = await stateOf(target);
  check(frozen === 'frozen', `frozen, the stage reads ${frozen}`);
  for (const answer of [
    await partner.get('/capabilities'),
    await partner.post('/users', {}),
    await partner.get('/openapi.json'),
  ])
    expectStatus(answer, 429);
  await operate(target, ['stage', 'thaw', ...url]);
  const thawed = await stateOf(target);
  check(thawed === 'open', `thawed, the stage reads ${thawed}`);
  expectStatus(await partner.get('/capabilities'), 200);
  await awaitCompletion(partner, [id]);
  return 'frozen: 429 to all; thawed: open, and what was under way completed';
}

/** A frozen stage takes no deployment. */
export async function deployWhileFrozen(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const url = ['--url', target.baseUrl];
  await operate(target, ['stage', 'freeze', ...url]);
  try {
    const refusal = await failureOf(deploy(target.cloud, rehearsal.assembly('second')));
    check(refusal instanceof Error, 'a deployment went through');
    check(/stack policy/i.test(refusal.message), `the deployment failed otherwise: ${refusal.message}`);
  } finally {
    await operate(target, ['stage', 'thaw', ...url]);
  }
  return 'refused by the stack policy; thawed';
}
