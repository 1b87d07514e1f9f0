import { existing, OperationFailed } from '#ops/errors';
import { name, optional, required, whole, withDefault } from '#ops/options';
import { instantText, table, upperCased } from '#ops/text';
import { type Context, type Seen, verb } from '#ops/verb';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { auditWrite } from '#shared/partners/repository';
import { isOrderName, type Order } from '#shared/transactions/domain/order';
import {
  findOrder,
  findOrders,
  findWaitingOrders,
  orderReplacementWrites,
} from '#shared/transactions/orders/repository';
import { byPartnerOfTransaction, existingTransaction, seeTransaction, transactionOption } from './transaction';

const decisionOptions = {
  transaction: transactionOption,
  order: required('NAME', 'The order: CONVERSION, RETURN, REFUND, or SURPLUS- and its number', name),
  reason: required('TEXT', 'Why, such as a ticket: kept in the audit record; nothing of a person', name),
};

interface Decision {
  readonly transaction: string;
  readonly order: string;
  readonly reason: string;
}

/**
 * Decides on an order that waits. @param retries true to submit it again, false to close it
 * @throws OperationFailed where it does not wait
 */
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
  if (!isWritten) throw new OperationFailed(`The order ${named} of transaction ${id} changed in between.`);
  return decision;
}

/** The order that a decision is on. @throws OperationFailed where it does not wait */
async function waitingOrder({ transaction: id, order: named }: Pick<Decision, 'transaction' | 'order'>) {
  const order = existing(
    isOrderName(named) ? await findOrder(id, named) : undefined,
    `Transaction ${id} has no order ${named}.`,
  );
  existing(order.waits, `The order ${named} of transaction ${id} does not wait for a person.`);
  return order;
}

/** Reads the state of a transaction and its order on which a decision is taken. */
async function seeOrder(given: Pick<Decision, 'transaction' | 'order'>): Promise<Seen> {
  const seen = await seeTransaction(given);
  return { ...seen, state: `${seen.state}, order ${(await waitingOrder(given)).version}` };
}

/** The order at its beginning. A refused one is a new order to its provider. */
function retried(order: Order, atMs: number): Order {
  const isRefused = order.waits?.reason === 'PROVIDER_REFUSED';
  const again = isRefused ? { refused: order.refused + 1, reference: undefined } : {};
  return { ...order, ...again, calls: 0, sinceMs: atMs, waits: undefined };
}

function toRow({ transactionId, partnerId, name: order, reference, waits }: Order) {
  const since = waits === undefined ? null : instantText(waits.sinceMs);
  return { transactionId, partnerId, order, reference: reference ?? null, waitsFor: waits?.reason ?? null, since };
}

export const order = {
  list: verb({
    about: 'List the conversions and refunds that wait for a person, of all partners, the longest waiting first',
    options: { limit: withDefault(optional('N', 'How many at most, 1 to 500 (default: 50)', whole(1, 500)), 50) },
    async run({ limit }) {
      const orders = (await findWaitingOrders(limit)).map(toRow);
      return { json: { orders }, text: table(orders.map(upperCased), 'There is none.') };
    },
  }),

  show: verb({
    about: 'Show the conversion and the refunds that were ordered for a transaction',
    options: { transaction: transactionOption },
    async run({ transaction }) {
      const { id } = await existingTransaction(transaction);
      const orders = (await findOrders(id)).map(toRow);
      return { json: { orders }, text: table(orders.map(upperCased), 'There is none.') };
    },
  }),

  retry: verb({
    about: 'Submit an order that waits for a person again; after a refusal under a new idempotency key',
    writes: true,
    options: decisionOptions,
    confirm: ({ transaction }) => byPartnerOfTransaction(transaction, 'submit an order of its transaction again'),
    see: seeOrder,
    async run(given, context) {
      const { transactionId, order } = await decide(given, true, context);
      return { json: { transactionId, order }, text: `The order ${order} of transaction ${transactionId} goes on.` };
    },
  }),

  close: verb({
    about: 'Close an order that waits for a person, where nothing is left to do; it moves no money',
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
