import type { Scenarios } from '#test/support/scenarios/scenario';

export const allowedAddresses: Scenarios = {
  getAllowedAddresses: {
    example: { after: 'updateAllowedAddresses' },
  },
  updateAllowedAddresses: {
    // The address of a call on the machine itself.
    body: { allowedAddresses: ['127.0.0.0/8', '::1/128'] },
    billed: [2, 6],
    example: {
      prepare: async ({ values }) => {
        values.set('203.0.113.0/24', '127.0.0.0/8');
        return true;
      },
    },
  },
};
