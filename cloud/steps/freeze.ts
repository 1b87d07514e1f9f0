import * as z from 'zod';
import { deploy } from '#cloud/cdk/commands';
import { check } from '#cloud/phases/checks';
import { freezeAndThaw } from '#cloud/phases/freeze';
import type { Rehearsal } from '#cloud/plan/context';
import { operate, type Target } from '#cloud/plan/target';

const stageState = z.object({ state: z.string() });

/** Opens a stage that a step left frozen when it was cut. */
export async function openStage(target: Target): Promise<void> {
  const { state } = stageState.parse(await operate(target, ['stage', 'status']));
  if (state !== 'open') await operate(target, ['stage', 'thaw', '--url', target.baseUrl]);
}

/** The stage is frozen and thawed as a whole; what is under way completes. */
export async function freezeStage(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  await openStage(target);
  const { partner, userId } = await rehearsal.subscriber('Frozen');
  return await freezeAndThaw(target, partner, userId);
}

/** A frozen stage takes no deployment. */
export async function deployWhileFrozen(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const url = ['--url', target.baseUrl];
  await operate(target, ['stage', 'freeze', ...url]);
  try {
    const refusal = await deploy(target.cloud, rehearsal.assembly('second')).then(
      () => undefined,
      (error: unknown) => error,
    );
    check(refusal instanceof Error, 'a deployment went through');
    check(/stack policy/i.test(refusal.message), `the deployment failed otherwise: ${refusal.message}`);
  } finally {
    await operate(target, ['stage', 'thaw', ...url]);
  }
  return 'refused by the stack policy; thawed';
}
