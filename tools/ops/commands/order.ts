import { existing, OperationFailed } from '#ops/errors';
import { name, optional, required, whole, withDefault } from '#ops/options';
import { instantText, table, upperCased } from '#ops/text';
import { type Context, type Seen, verb } from '#ops/verb';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { auditWrite } from '#shared/partners/repository';
import { idempotencyKeyOf, isOrderName, type Order } from '#shared/transactions/domain/order';
import type { Payout } from '#shared/transactions/domain/payout';
import {
  findOrder,
  findOrders,
  findWaitingOrders,
  orderReplacementWrites,
} from '#shared/transactions/orders/repository';
import { findPayout } from '#shared/transactions/payouts/repository';
import { byPartnerOfTransaction, existingTransaction, seeTransaction, transactionOption } from './transaction';

const decisionOptions = {
  transaction: transactionOption,
  order: required(
    'NAME',
    'Name of the order, as order show prints it: CONVERSION, RETURN, REFUND or, for example, SURPLUS-0',
    name,
  ),
  reason: required(
    'TEXT',
    'Why you do this, for example a ticket number; stored in the audit record. No personal data',
    name,
  ),
};

interface Decision {
  readonly transaction: string;
  readonly order: string;
  readonly reason: string;
}

/** Submits an order again (`retries`) or closes it. @throws OperationFailed if the order does not wait for an operator */
async function decide(given: Decision, retries: boolean, context: Context) {
  const { transaction, order: named, reason } = given;
  const { id, partnerId } = await existingTransaction(transaction);
  const order = await waitingOrder(given);
  const { atMs } = context;
  const decision = { transactionId: id, order: order.name, decision: retries ? 'RETRIED' : 'CLOSED', reason };
  const isWritten = await writeIfConditionsHold([
    ...orderReplacementWrites(
      order,
      retries ? retried(order, atMs) : order,
      retries ? { atMs, announced: true } : undefined,
    ),
    auditWrite(partnerId, decision, context),
  ]);
  if (!isWritten) throw new OperationFailed(`The order ${named} of transaction ${id} changed in the meantime.`);
  return decision;
}

/**
 * Returns the named order of a transaction.
 * @throws OperationFailed if the order does not exist or does not wait for an operator
 */
async function waitingOrder({ transaction: id, order: named }: Pick<Decision, 'transaction' | 'order'>) {
  const order = existing(
    isOrderName(named) ? await findOrder(id, named) : undefined,
    `Transaction ${id} has no order ${named}.`,
  );
  existing(order.waits, `The order ${named} of transaction ${id} needs no manual action.`);
  return order;
}

/**
 * Reads the versions of a transaction and its order. An approved change is executed only if both have not changed since the
 * proposal.
 */
async function seeOrder(given: Pick<Decision, 'transaction' | 'order'>): Promise<Seen> {
  const seen = await seeTransaction(given);
  return { ...seen, state: `${seen.state}, order ${(await waitingOrder(given)).version}` };
}

/** Returns the order in its initial state. A refused order is sent as a new order, without the earlier reference. */
function retried(order: Order, atMs: number): Order {
  const isRefused = order.waits?.reason === 'PROVIDER_REFUSED';
  const again = isRefused ? { refused: order.refused + 1, reference: undefined } : {};
  return { ...order, ...again, calls: 0, sinceMs: atMs, waits: undefined };
}

function toRow(order: Order) {
  const { transactionId, partnerId, name, reference = null, waits } = order;
  const since = waits === undefined ? null : instantText(waits.sinceMs);
  const known = { idempotencyKey: idempotencyKeyOf(order), reference };
  return { transactionId, partnerId, order: name, ...known, waitsFor: waits?.reason ?? null, since };
}

/** Returns a payout as a row, with the results of the screening and the account check that precede its order. */
function payoutRow({ transactionId: idempotencyKey, sinceMs, ...payout }: Payout) {
  const { reference = null, screening, screeningReference = null, test: accountCheck, ordered, calls } = payout;
  const stages = { screening, screeningReference, accountCheck, ordered };
  return { idempotencyKey, reference, ...stages, calls, since: instantText(sinceMs) };
}

export const order = {
  list: verb({
    about: 'List the orders that need manual action (conversions and refunds of all partners), longest waiting first',
    options: {
      limit: withDefault(optional('N', 'Maximum number of results, 1 to 500 (default: 50)', whole(1, 500)), 50),
    },
    async run({ limit }) {
      const orders = (await findWaitingOrders(limit)).map(toRow);
      return { json: { orders }, text: table(orders.map(upperCased), 'No order needs manual action.') };
    },
  }),

  show: verb({
    about:
      'Show the orders that a transaction has at providers: payout, conversion and refunds, with their idempotency keys',
    options: { transaction: transactionOption },
    async run({ transaction }) {
      const { id } = await existingTransaction(transaction);
      const [begun, found] = await Promise.all([findPayout(id), findOrders(id)]);
      const [payout, orders] = [begun === undefined ? null : payoutRow(begun), found.map(toRow)];
      const paying = payout === null ? 'No payout was ordered from a provider.' : table([upperCased(payout)]);
      return { json: { payout, orders }, text: `${paying}\n\n${table(orders.map(upperCased), 'No other orders.')}` };
    },
  }),

  retry: verb({
    about:
      'Send an order to its provider again, if `order list` shows that the order needs manual action. If the provider refused the order, the new order has a new idempotency key',
    writes: true,
    options: decisionOptions,
    confirm: ({ transaction }) => byPartnerOfTransaction(transaction, 'send an order of its transaction again'),
    see: seeOrder,
    async run(given, context) {
      const { transactionId, order } = await decide(given, true, context);
      return { json: { transactionId, order }, text: `Order ${order} of transaction ${transactionId} is sent again.` };
    },
  }),

  close: verb({
    about:
      'Close an order in the list of orders that need manual action, if nothing remains to be done for the order. This command moves no money',
    writes: true,
    options: decisionOptions,
    confirm: ({ transaction }) => byPartnerOfTransaction(transaction, 'close an order of its transaction'),
    see: seeOrder,
    async run(given, context) {
      const { transactionId, order } = await decide(given, false, context);
      return { json: { transactionId, order }, text: `The order ${order} of transaction ${transactionId} is closed.` };
    },
  }),
};
