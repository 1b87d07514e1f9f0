/** Check of a transaction's payout and its other orders: each that is owed exists once, and has a next step. */
import type { Arrived } from '#ops/region/arrived';
import { keyOf, type Repair } from '#ops/region/finding';
import { orderKey, payoutKey, waitingOrderKey } from '#shared/dynamodb/keys';
import { deleteItem } from '#shared/dynamodb/writes';
import { stage } from '#shared/platform/config/environment';
import type { OrderName } from '#shared/transactions/domain/order';
import { startsPayout } from '#shared/transactions/domain/payout';
import { refundsDue } from '#shared/transactions/domain/refund';
import { statusFacts } from '#shared/transactions/domain/status-facts';
import { stateMachines } from '#shared/transactions/domain/transition-table';
import { decodeOrder, orderCreationWrite, orderReplacementWrites } from '#shared/transactions/orders/repository';
import { decodePayout, payoutCreationWrite, payoutReplacementWrite } from '#shared/transactions/payouts/repository';

const RETURNS: readonly string[] = ['NAME_CHECK_FAILED', 'NOT_EXECUTED'];

export function checkOrders(arrived: Arrived): Repair[] {
  return [...payoutRepairs(arrived), ...orderRepairs(arrived)];
}

function payoutRepairs({ transaction, steps, items, repair, atMs }: Arrived): Repair[] {
  const { id, kind, status, hold } = transaction;
  const item = items.find(({ SK }) => SK === payoutKey(id).SK);
  const { edges } = stateMachines[kind];
  const isBegun = steps.some(({ from, to }) =>
    edges.some((edge) => edge.from === from && edge.to === to && startsPayout(transaction, edge)),
  );
  const isInWork = statusFacts[status].payout[kind] === 'PROVIDER';
  const what = (about: string) => ({ entity: 'PAYOUT', about });
  if (item === undefined)
    return isInWork && stage() === 'production'
      ? [repair('REBUILT', what('its payout'), [payoutCreationWrite(transaction, atMs)])]
      : [];
  if (!isBegun && statusFacts[status].payout[kind] === undefined) {
    const about = item.ordered === true ? 'its payout, which may have been ordered' : 'its payout';
    return [repair('REMOVED', what(about), [deleteItem(keyOf(item))])];
  }
  const isResting = isInWork && hold === undefined && item.stepAt === undefined;
  const payout = decodePayout(item);
  return isResting
    ? [repair('REBUILT', what('its next step'), [payoutReplacementWrite(payout, payout, { atMs, announced: true })])]
    : [];
}

function orderRepairs({ transaction, steps, items, repair, atMs }: Arrived): Repair[] {
  const { id, kind, status, surplusDeposits, refundHeld } = transaction;
  const triggers = steps.map(({ trigger }) => trigger);
  const stored = new Map(items.filter(({ entity }) => entity === 'ORDER').map((item) => [String(item.name), item]));
  const isConverting = statusFacts[status].conversion.includes(kind) && stage() === 'production';
  const returns = triggers.some((trigger) => RETURNS.includes(trigger));
  const due: readonly OrderName[] = [...refundsDue(transaction), ...(isConverting ? (['CONVERSION'] as const) : [])];
  const expected: readonly OrderName[] = [...due, ...(returns ? (['RETURN'] as const) : [])];
  const step = { atMs, announced: true };
  const isBegun = (name: string) => {
    if (name === 'CONVERSION') return triggers.length > 0;
    if (name === 'RETURN') return returns;
    if (name === 'REFUND') return refundHeld !== undefined || triggers.includes('REFUND_PAID');
    return Number(name.slice('SURPLUS-'.length)) < surplusDeposits.length;
  };
  return [
    ...[...stored.values()]
      .filter(({ name }) => !isBegun(String(name)))
      .map((item) => {
        const { name, reference } = decodeOrder(item);
        const about = reference === undefined ? `order ${name}` : `order ${name}, which was submitted`;
        return repair('REMOVED', { entity: 'ORDER', about }, [
          deleteItem(orderKey(id, name)),
          deleteItem(waitingOrderKey(id, name)),
        ]);
      }),
    ...expected
      .filter((name) => !stored.has(name))
      .map((name) =>
        repair('REBUILT', { entity: 'ORDER', about: `order ${name}` }, [orderCreationWrite(transaction, name, step)]),
      ),
    ...due.flatMap((name) => {
      const item = stored.get(name);
      if (item === undefined || item.stepAt !== undefined) return [];
      const order = decodeOrder(item);
      return [
        repair(
          'REBUILT',
          { entity: 'ORDER', about: `the next step of order ${name}` },
          orderReplacementWrites(order, order, step),
        ),
      ];
    }),
  ];
}
