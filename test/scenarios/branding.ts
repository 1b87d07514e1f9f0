import type { Scenarios } from '#test/support/scenarios/scenario';

export const branding: Scenarios = {
  getBranding: {
    example: { after: 'updateBranding' },
  },
  updateBranding: {
    others: [{ logo: null }, { color: '#1b4fd8' }],
    billed: [2, 2],
  },
  getLogo: {
    given: ['updateBranding'],
  },
};
