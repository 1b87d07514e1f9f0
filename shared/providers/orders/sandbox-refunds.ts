import type { OrderPort } from './order-port';

/** Refunds of the sandbox: each is accepted at once, and paid at the status request one step later. */
export const sandboxRefunds: OrderPort<unknown> = {
  submit: async (_order, key) => ({ reference: `sandbox-${key}`, status: 'PENDING' }),
  poll: async (reference) => ({ reference, status: 'COMPLETED' }),
};
