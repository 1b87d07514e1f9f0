import type { OrderPort } from './order-port';

/** Refunds of the sandbox: each is accepted at once, and paid when its status is requested, one step later. */
export const sandboxRefunds: OrderPort<unknown> = {
  submit: async (_order, key) => ({ reference: `sandbox-${key}`, status: 'PENDING' }),
  poll: async (reference) => ({ reference, status: 'COMPLETED' }),
};
