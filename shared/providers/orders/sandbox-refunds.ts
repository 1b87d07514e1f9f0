import type { OrderPort } from './order-port';

/** Refunds in the sandbox: each refund is accepted immediately and paid at the next status request. */
export const sandboxRefunds: OrderPort<unknown> = {
  submit: async (_order, key) => ({ reference: `sandbox-${key}`, status: 'PENDING' }),
  poll: async (reference) => ({ reference, status: 'COMPLETED' }),
};
