import type { Scenarios } from '#test/support/scenarios/scenario';

export const docs: Scenarios = {
  getPage: {},
  getOpenApi: {},
};
