import type { DueStep } from '#shared/dynamodb/due-steps';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { providerPollDelayMs } from '#shared/identity/domain/identity-verification';
import { stage } from '#shared/platform/config/environment';
import { logWarning, metric } from '#shared/platform/observability/log';
import type { OrderPort, OrderState } from '#shared/providers/orders/order-port';
import { convertedAmounts } from '#shared/transactions/domain/ledger';
import {
  type Consequence,
  consequenceOf,
  idempotencyKeyOf,
  isRefund,
  nextOrderTask,
  type Order,
} from '#shared/transactions/domain/order';
import { isProviderOverdue } from '#shared/transactions/domain/payout';
import { findRefund } from '#shared/transactions/domain/refund';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { findOrderStep, orderReplacementWrites } from '#shared/transactions/orders/repository';
import { findTransaction } from '#shared/transactions/repository';
import { applyEvent } from '#shared/transactions/transitions/apply-event';
import type { StepMessage } from '#shared/webhooks/messaging/messages';
import type { StepDependencies, StepResult } from './dependencies';
import { callProvider } from './payout-work';

interface OrderWork {
  readonly transaction: Transaction;
  readonly order: Order;
  readonly deps: StepDependencies;
}

/**
 * A step that is due within this time, ms, returns to the queue with a delay; in the sandbox, every early step does. In
 * production, the redrive sends the message of a later step when the step is due.
 */
const SOON_MS = 60_000;
/** Interval between two checks of an order that requires manual action, ms. */
const RECHECK_MS = 24 * 3_600_000;

/**
 * Advances an order by one step with one provider call: submits the order, or requests its status. One write applies the response
 * to the transaction and stores the order's state and next step (docs/adr/018).
 */
export async function advanceOrder(message: StepMessage, deps: StepDependencies): Promise<StepResult> {
  const step = await findOrderStep(message);
  if (step === undefined) return 'done';
  const { item: order, stepAtMs } = step;
  const waitMs = stepAtMs - deps.now();
  if (waitMs > 0) return waitMs <= SOON_MS || stage() === 'sandbox' ? { waitMs } : 'done';
  const transaction = await findTransaction(order.transactionId);
  const task = transaction === undefined ? 'NOTHING' : nextOrderTask(transaction, order);
  if (transaction === undefined || task === 'NOTHING') {
    await writeIfConditionsHold(orderReplacementWrites(order, order, undefined));
    return 'done';
  }
  const work = { transaction, order, deps };
  if (task === 'WAIT') {
    const step = { atMs: deps.now() + RECHECK_MS, announced: false };
    await writeIfConditionsHold(orderReplacementWrites(order, order, step));
    return 'done';
  }
  const state = await callProvider(work, () => (isRefund(order.name) ? refund(work) : convert(work)));
  await (state === undefined ? storeLater(work, { ...order, calls: order.calls + 1 }) : storeState(work, state));
  return 'done';
}

function convert(work: OrderWork): Promise<OrderState> {
  const { transaction, deps } = work;
  return call(work, deps.conversions(), { transactionId: transaction.id, ...convertedAmounts(transaction) });
}

function refund(work: OrderWork): Promise<OrderState> {
  const { transaction, order, deps } = work;
  const found = isRefund(order.name) ? findRefund(transaction, order.name) : undefined;
  if (found === undefined || !isRefund(order.name)) throw new Error('A refund of money that is not held');
  const { id: transactionId, userId, depositRail } = transaction;
  const provider = found.blockchain === undefined ? deps.bankRefunds() : deps.tokenRefunds();
  return call(work, provider, { transactionId, refundId: order.name, userId, depositRail, ...found });
}

function call<What>({ order }: OrderWork, provider: OrderPort<What>, what: What): Promise<OrderState> {
  return order.reference === undefined
    ? provider.submit(what, idempotencyKeyOf(order))
    : provider.poll(order.reference);
}

function storeState(work: OrderWork, { reference, status }: OrderState): Promise<unknown> {
  const { transaction, order, deps } = work;
  const isNew = order.reference === undefined;
  const known: Order = isNew
    ? { ...order, reference, calls: 0, sinceMs: deps.now(), waits: undefined }
    : { ...order, calls: order.calls + 1 };
  const { trigger, next } = consequenceOf(transaction, order.name, status);
  if (trigger !== undefined) return reportEvent(work, trigger, nextWrites(work, known, next));
  return next === 'ASK_LATER' ? storeLater(work, known) : writeIfConditionsHold(nextWrites(work, known, next));
}

/**
 * Stores an order without an outcome and schedules a status request. If the provider is overdue, the order also waits for an
 * operator's decision.
 */
function storeLater(work: OrderWork, after: Order): Promise<unknown> {
  const isSilent = after.waits === undefined && isProviderOverdue(after, work.deps.now());
  return writeIfConditionsHold(nextWrites(work, after, isSilent ? 'PROVIDER_SILENT' : 'ASK_LATER'));
}

function nextWrites(work: OrderWork, after: Order, next: Consequence['next']): PendingWrite[] {
  const { transaction, order, deps } = work;
  const atMs = deps.now();
  switch (next) {
    case 'CLOSE':
      return orderReplacementWrites(order, after, undefined);
    case 'ASK_NOW':
      return orderReplacementWrites(order, after, { atMs, announced: true });
    case 'ASK_LATER':
      return orderReplacementWrites(order, after, laterStep(after, deps));
    default:
      metric('orderWaits', 1);
      logWarning('An order waits for a person', { transactionId: transaction.id, event: order.name, reason: next });
      return orderReplacementWrites(
        order,
        { ...after, waits: { reason: next, sinceMs: atMs } },
        laterStep(after, deps),
      );
  }
}

function laterStep(after: Order, { now, stepMs }: StepDependencies): DueStep {
  if (stage() === 'sandbox') return { atMs: now() + stepMs, announced: true };
  return { atMs: now() + providerPollDelayMs(after), announced: false };
}

/** Applies the provider's response to the state machine, and stores the order's new state in the same write. */
function reportEvent(
  { transaction, order, deps }: OrderWork,
  trigger: NonNullable<Consequence['trigger']>,
  store: readonly PendingWrite[],
): Promise<unknown> {
  const { id: transactionId } = transaction;
  const paid = isRefund(order.name)
    ? { refundId: order.name, amount: findRefund(transaction, order.name)?.amount }
    : undefined;
  const eventId = `${order.name}-${trigger}-${order.version}`;
  // If another report came first, the order's next step finds nothing left to do and closes the order.
  return applyEvent({ source: 'order', eventId, transactionId, trigger, ...paid, atMs: deps.now() }, (outcome) =>
    outcome === 'applied' ? store : orderReplacementWrites(order, order, { atMs: deps.now(), announced: true }),
  );
}
