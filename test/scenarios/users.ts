import { randomUUID } from 'node:crypto';
import type { Scenarios } from '#test/support/scenarios/scenario';

export const users: Scenarios = {
  createUser: {
    body: () => ({ type: 'INDIVIDUAL', email: `example-${randomUUID()}@example.com` }),
    others: [{ email: 'another@example.com' }],
    effect: { entity: 'USER' },
    roundTrips: 2,
    billed: [1, 10],
    example: { after: 'getWebhookSettings' },
  },
  listUsers: {
    given: ['createUser'],
    // A list's rows name its items.
    roundTrips: 3,
    example: { after: 'getUser' },
  },
  getUser: {
    given: ['createUser'],
    example: { after: 'getKycDetails' },
  },
  updateUser: {
    given: ['createUser'],
    billed: [2, 2],
    example: { after: 'listUsers' },
  },
};
