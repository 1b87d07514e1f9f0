import type { ResponseData } from '#shared/contract/response-schemas';
import { type SandboxRule, sandboxRules } from '#shared/quotes/domain/sandbox-amounts';
import type { StageName } from '#shared/values/stage-name';

/** Returns the outcomes of the sandbox amounts, from the rules that the simulator uses; empty lists in production. */
export function guideFor(environment: StageName): ResponseData<'MockTestingGuide'> {
  const enabled = environment === 'sandbox';
  const toResponse = (rules: readonly SandboxRule[]) =>
    (enabled ? rules : []).map(({ amount, outcome, reason, description }) => ({
      amount: Number(amount),
      outcome,
      reason,
      description,
    }));
  return {
    enabled,
    environment,
    onRampRules: toResponse(sandboxRules.ON_RAMP),
    offRampRules: toResponse(sandboxRules.OFF_RAMP),
    crossRampRules: toResponse(sandboxRules.CROSS_RAMP),
  };
}
