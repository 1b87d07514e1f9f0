import { setTimeout as sleep } from 'node:timers/promises';
import { crashPoint } from '#shared/platform/observability/crash-point';
import { runStep } from './run-step';

/** Queues delay by whole seconds; what is left of one is waited out here. */
const MAX_INLINE_WAIT_MS = 1000;

/** Runs a step when its time has come. @param sendBack sends its message again, after so many ms */
export async function runOrSendBack(
  message: Parameters<typeof runStep>[0],
  deps: Parameters<typeof runStep>[1],
  sendBack: (delayMs: number) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const result = await runStep(message, deps);
    if (result === 'done') return;
    if (result.waitMs > MAX_INLINE_WAIT_MS) {
      crashPoint('step.beforeSend');
      await sendBack(result.waitMs - MAX_INLINE_WAIT_MS / 2);
      return;
    }
    await sleep(result.waitMs);
  }
}
