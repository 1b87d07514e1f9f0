/** Refunds of the simulation: functions order them from the simulated provider. The sandbox would pay each refund itself. */
import type { ProviderClient } from '#shared/platform/providers/client';
import { httpOrders, type OrderPort } from '#shared/providers/orders/order-port';
import type { RefundOrder } from '#shared/providers/orders/refunds';
import { moneyText } from '#shared/values/money/money';

const provider: ProviderClient = {
  post: async (path, { key, body, response }) => response.parse(await ask(path, { key, body })),
  get: async (path, response) => response.parse(await ask(path)),
};

async function ask(path: string, { key = '', body }: { readonly key?: string; readonly body?: unknown } = {}) {
  const reply = await fetch(`https://refunds.example.com${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'idempotency-key': key },
    body: JSON.stringify(body) ?? '',
  });
  return reply.json();
}

/** Replaces the refunds of the sandbox. */
export const sandboxRefunds: OrderPort<RefundOrder> = httpOrders(provider, '/refunds', (order: RefundOrder) => {
  const { transactionId, refundId, amount } = order;
  return { transactionId, refundId, amount: moneyText(amount), currency: amount.currency };
});
