/** Orders that move money at a provider, as its responses state them. */
import * as z from 'zod/mini';
import { type ProviderClient, reasonCode, reference } from '#shared/platform/providers/client';

export const orderState = z.object({
  reference,
  /** `MANUAL`: a person at the provider has to decide; it may still succeed or fail. */
  status: z.enum(['PENDING', 'MANUAL', 'COMPLETED', 'FAILED']),
  /** Reason of a failed order. */
  reason: z.optional(reasonCode),
});

/** The provider's status of an order. */
export type OrderState = z.infer<typeof orderState>;

/** A provider of orders. A failed call throws; the order may still have been accepted. */
export interface OrderPort<Order> {
  /** Submits an order. Repeating it with its key is harmless. @param key its idempotency key */
  submit(order: Order, key: string): Promise<OrderState>;
  /** Requests the status of an accepted order. */
  poll(reference: string): Promise<OrderState>;
}

/** Orders over HTTP: submitted by a POST to a path, asked for by their reference below it. */
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
