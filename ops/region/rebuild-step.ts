/** The last step of a transaction whose item came without it, where only one step can have led there. */
import { type Arrived, causeOf, recordsWithoutStep, type Step } from '#ops/region/arrived';
import type { Repair } from '#ops/region/finding';
import { anyMoney, encodeMoney } from '#shared/dynamodb/stored-money';
import { apply } from '#shared/transactions/domain/apply';
import { heldAmounts, type Transaction } from '#shared/transactions/domain/transaction';
import { type Edge, stateMachines } from '#shared/transactions/domain/transition-table';
import { stepWrites } from '#shared/transactions/repository';

type Stored = Pick<Arrived, 'transaction' | 'steps' | 'items' | 'repair'>;

/** Tells if the steps lead to the state of the transaction and to what it holds, and name every event that it has applied. */
export function isRebuilt(arrived: Stored): boolean {
  const { transaction, steps } = arrived;
  const before = statusesBefore(arrived);
  const isPath = steps.every(({ from }, index) => from === before[index]);
  const isComplete = isPath && before.at(-1) === transaction.status && appliedWithoutStep(arrived).length === 0;
  return isComplete && holdsWhatStepsLeft(arrived);
}

/** A deposit or a refund that changes no status shows in the books alone: the refund account against what the transaction holds. */
function holdsWhatStepsLeft({ transaction, steps }: Pick<Stored, 'transaction' | 'steps'>): boolean {
  const left = new Map<string, bigint>();
  const add = (currency: string, minor: bigint) => left.set(currency, (left.get(currency) ?? 0n) + minor);
  for (const { account, side, ...amount } of steps.flatMap(({ entries }) => entries))
    if (account?.startsWith('refund:')) {
      const { currency, minor } = anyMoney.parse(amount);
      add(currency, side === 'CREDIT' ? minor : -minor);
    }
  for (const { currency, minor } of heldAmounts(transaction)) add(currency, -minor);
  return [...left.values()].every((minor) => minor === 0n);
}

function statusesBefore({ transaction: { kind }, steps }: Pick<Stored, 'transaction' | 'steps'>): string[] {
  return [stateMachines[kind].initial, ...steps.map(({ to }) => to)];
}

/** Records of events that the transaction has applied: those that are younger than it are of a version that never came. */
function appliedWithoutStep({ transaction, ...arrived }: Stored) {
  return recordsWithoutStep(arrived).filter(({ atMs }) => Number(atMs) <= transaction.updatedAtMs);
}

/** The step that is missing, or a finding for a person. */
export function rebuildStep(arrived: Stored): { readonly repair: Repair; readonly step: Step | undefined }[] {
  const { transaction, repair, steps } = arrived;
  const incomplete = {
    repair: repair('INCOMPLETE', { entity: 'TIMELINE', about: `steps before ${transaction.status}` }),
    step: undefined,
  };
  const last = statusesBefore(arrived).at(-1);
  const [record, ...others] = appliedWithoutStep(arrived);
  const isFree = steps.every(({ version }) => version < transaction.version);
  if (last === undefined || others.length > 0 || !isFree || last === transaction.status) return [incomplete];
  const edges = stateMachines[transaction.kind].edges.filter(
    ({ from, to, on }) => from === last && to === transaction.status && (record === undefined || on === record.trigger),
  );
  const [made, ...more] = edges.flatMap((edge) => madeBy(edge, transaction) ?? []);
  if (made === undefined || more.length > 0) return [incomplete];
  const cause = record === undefined ? 'operator:region-check' : causeOf(record);
  const step = { ...made, cause };
  return [
    {
      repair: repair(
        'REBUILT',
        { entity: 'TIMELINE', about: `${step.trigger} at version ${transaction.version}` },
        stepWrites(transaction, step),
      ),
      step: { ...step, version: transaction.version },
    },
  ];
}

/** The step of an edge that led to the transaction as it stands; none where its amounts do not follow from that. */
function madeBy(edge: Edge, transaction: Transaction): Omit<Step, 'version' | 'cause'> | undefined {
  const { updatedAtMs: atMs, shortfall, surplusDeposits } = transaction;
  const isPlain =
    shortfall === undefined && surplusDeposits.every((deposit) => deposit.atMs < atMs && deposit.usedAtMs !== atMs);
  if (edge.postingRule === 'DEPOSIT' && !isPlain) return undefined;
  const made = apply(transactionBefore(edge, transaction), { trigger: edge.on, atMs });
  if (made === undefined || made.next.status !== transaction.status) return undefined;
  const entries = made.entries.map(({ account, side, amount }) => ({ account, side, ...encodeMoney(amount) }));
  return { from: edge.from, to: edge.to, atMs, trigger: edge.on, entries, reason: undefined };
}

function transactionBefore(edge: Edge, transaction: Transaction): Transaction {
  const version = transaction.version - 1;
  const sequence = transaction.sequence - (edge.event === null ? 0 : 1);
  const held =
    edge.guard === 'INFORMATION_REQUESTED'
      ? { hold: { reason: 'COMPLIANCE_REVIEW', requestedInformation: [], sinceMs: 0, deadlineMs: 1 } as const }
      : { hold: undefined };
  const before = {
    ...transaction,
    ...held,
    version,
    sequence,
    completedAtMs: undefined,
    refundHeld: undefined,
    deadlineMs: undefined,
  };
  // Every edge begins in a status of its own kind.
  return { ...before, status: edge.from } as Transaction;
}
