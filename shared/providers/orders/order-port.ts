/** Orders that move money at a provider: the schema of the provider's responses, and the calls. */
import * as z from 'zod/mini';
import { type ProviderClient, reasonCode, reference } from '#shared/platform/providers/client';

export const orderState = z.object({
  reference,
  /** `MANUAL`: a person at the provider must decide. The order may then succeed or fail. */
  status: z.enum(['PENDING', 'MANUAL', 'COMPLETED', 'FAILED']),
  reason: z.optional(reasonCode),
});

/** The provider's status of an order. */
export type OrderState = z.infer<typeof orderState>;

/** A provider that executes orders. If a call throws, the provider may still have accepted the order. */
export interface OrderPort<Order> {
  /** Submits an order. Retries with the same key are safe. @param key idempotency key of the order */
  submit(order: Order, key: string): Promise<OrderState>;
  /** Requests the status of an accepted order. */
  poll(reference: string): Promise<OrderState>;
}

/** Orders over HTTP: `POST path` submits an order, and `GET path/{reference}` returns its status. */
export function httpOrders<Order>(
  provider: ProviderClient,
  path: string,
  toBody: (order: Order) => unknown,
): OrderPort<Order> {
  return {
    submit: (order, key) => provider.post(path, { key, body: toBody(order), response: orderState }),
    poll: (name) => provider.get(`${path}/${encodeURIComponent(name)}`, orderState),
  };
}
