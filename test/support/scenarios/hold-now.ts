import { heldNames } from '#shared/transactions/domain/sandbox/held-names';
import type { Trigger } from '#shared/transactions/domain/triggers';
import { applyEvent } from '#shared/transactions/transitions/apply-event';

const untilHeld: readonly Trigger[] = ['DEPOSIT_RECEIVED', 'CONVERSION_STARTED', 'CONVERSION_COMPLETED', 'HOLD_PLACED'];

/** Applies the events of a new cross-ramp until its payout is on hold. Needed for stacks whose simulator does not run steps. */
export async function holdNow(transactionId: string): Promise<void> {
  for (const trigger of untilHeld) {
    const event = { source: 'test', eventId: trigger, transactionId, trigger, atMs: Date.now() };
    await applyEvent({ ...event, holdCause: heldNames.Hold });
  }
}
