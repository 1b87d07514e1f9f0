import { stage } from '#shared/config/environment';
import { crossRampRules, type SandboxRule } from '#shared/domain/sandbox/amounts';
import type { Operation } from '#shared/http/edge';
import type { contract } from './contract';

/** Which sandbox amounts lead where, from the very rows that drive the simulator. */
export const readGuide: Operation<typeof contract> = async () => {
  const environment = stage();
  const enabled = environment === 'sandbox';
  return {
    data: {
      enabled,
      environment,
      onRampRules: [],
      offRampRules: [],
      crossRampRules: enabled ? crossRampRules.map(ruleView) : [],
    },
  };
};

function ruleView({ amount, outcome, reason, description }: SandboxRule) {
  return { amount: Number(amount), outcome, reason, description };
}
