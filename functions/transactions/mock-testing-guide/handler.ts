import { partnerEndpoint } from '#shared/http/partner-endpoint';
import { stage } from '#shared/platform/config/environment';
import { type SandboxRule, sandboxRules } from '#shared/transactions/domain/sandbox/amounts';
import type { TransactionKind } from '#shared/transactions/domain/status-facts';
import { contract } from './contract';

/** The outcomes of the sandbox amounts, from the rows that drive the simulator. */
export const handler = partnerEndpoint(contract, async () => {
  const environment = stage();
  const enabled = environment === 'sandbox';
  const rules = (kind: TransactionKind) => (enabled ? sandboxRules[kind].map(toRuleResponse) : []);
  return {
    data: {
      enabled,
      environment,
      onRampRules: rules('ON_RAMP'),
      offRampRules: rules('OFF_RAMP'),
      crossRampRules: rules('CROSS_RAMP'),
    },
  };
});

function toRuleResponse({ amount, outcome, reason, description }: SandboxRule) {
  return { amount: Number(amount), outcome, reason, description };
}
