import { defineDocs } from '#shared/http/docs';
import { sandboxRules } from '#shared/transactions/domain/sandbox/amounts';
import { contract } from './contract';

const rulesFor = (kind: keyof typeof sandboxRules) =>
  sandboxRules[kind].map(({ amount, outcome, reason, description }) => ({
    amount: Number(amount),
    outcome,
    reason,
    description,
  }));

export const docs = defineDocs(contract, {
  description:
    'Returns the sandbox amounts and the outcome that each leads to, from the table that drives the simulator itself. In production `enabled` is false and the rules are empty.',
  example: {
    data: {
      enabled: true,
      environment: 'sandbox',
      onRampRules: rulesFor('ON_RAMP'),
      offRampRules: rulesFor('OFF_RAMP'),
      crossRampRules: rulesFor('CROSS_RAMP'),
    },
  },
});
