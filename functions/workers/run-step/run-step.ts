import { decideAtOf, decodeVerification } from '#shared/data/items/verification';
import { readItem } from '#shared/data/table';
import {
  advanceSimulation,
  findSimulation,
  findTransaction,
  type Simulation,
} from '#shared/data/transactions';
import { findUser } from '#shared/data/users';
import { saveDecision } from '#shared/data/verifications';
import type { StepMessage } from '#shared/delivery/messages';
import { crossRampRules } from '#shared/domain/sandbox/amounts';
import { applyProviderEvent } from '#shared/operations/apply-provider-event';
import { sandboxDecision } from '#shared/providers/verification/sandbox-decision';

export interface StepDependencies {
  readonly now: () => number;
  /** Length of a sandbox step in ms. */
  readonly stepMs: number;
}

/** `done`, or the ms that are left until the step may be taken. */
export type StepResult = 'done' | { readonly waitMs: number };

/**
 * Takes the step that a message asks for, if it is due. The item decides, never the message: one that comes
 * twice or late finds the step taken and does nothing.
 */
export async function runStep(message: StepMessage, on: StepDependencies): Promise<StepResult> {
  switch (message.entity) {
    case 'SIM':
      return simulate(message.pk.slice('TX#'.length), on);
    case 'KYC':
      return decide(message, on);
    case 'TX':
      return expire(message.pk.slice('TX#'.length), on);
  }
}

/** Feeds the next provider event of a sandbox amount into the state machine. */
async function simulate(transactionId: string, { now, stepMs }: StepDependencies): Promise<StepResult> {
  const simulation = await findSimulation(transactionId);
  if (simulation?.dueAtMs === undefined) return 'done';
  const atMs = now();
  if (simulation.dueAtMs > atMs) return { waitMs: simulation.dueAtMs - atMs };
  const steps = crossRampRules.find((rule) => rule.amount === simulation.amount)?.steps ?? [];
  const step = steps[simulation.done];
  if (step === undefined) return 'done';
  await applyProviderEvent(
    { provider: 'sandbox', eventId: `step-${simulation.done + 1}`, transactionId, ...step, atMs },
    // A step that the transaction refuses (it was cancelled meanwhile) ends the simulation.
    (outcome) => [
      advanceSimulation(
        simulation,
        after(simulation, outcome === 'applied' ? steps.length : 0, atMs + stepMs),
      ),
    ],
  );
  return 'done';
}

function after(simulation: Simulation, steps: number, nextAtMs: number): Simulation {
  const done = simulation.done + 1;
  return { ...simulation, done, dueAtMs: done < steps ? nextAtMs : undefined };
}

/** Decides a verification as the sandbox's provider. */
async function decide({ pk, sk }: StepMessage, { now }: StepDependencies): Promise<StepResult> {
  const raw = await readItem({ PK: pk, SK: sk });
  const decideAt = raw === undefined ? undefined : decideAtOf(raw);
  if (decideAt === undefined) return 'done';
  const atMs = now();
  if (decideAt > atMs) return { waitMs: decideAt - atMs };
  const verification = decodeVerification(raw);
  const user = await findUser(verification.userId);
  if (user === undefined || verification.status !== 'IN_PROGRESS') return 'done';
  const saved = await saveDecision(user, verification, sandboxDecision(user, verification), atMs);
  if (!saved) throw new Error('The user changed while the verification was decided');
  return 'done';
}

/** Expires a transaction that waited for its deposit until its time ran out. */
async function expire(transactionId: string, { now }: StepDependencies): Promise<StepResult> {
  const transaction = await findTransaction(transactionId);
  if (transaction === undefined) return 'done';
  const atMs = now();
  // Hours may be left: the index of due items brings it back in time.
  if (transaction.expiresAtMs > atMs) return 'done';
  await applyProviderEvent({ provider: 'clock', eventId: 'expiry', transactionId, trigger: 'EXPIRE', atMs });
  return 'done';
}
