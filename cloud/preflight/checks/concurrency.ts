import { stageLimits } from '#infra/capacity/limits';
import { quotas } from '#infra/capacity/quotas';
import { readConcurrency, readStack, stageStack } from '../account-reads';
import type { Check } from '../check';

/** Invocations at once that Lambda keeps for functions without a reservation. */
const UNRESERVED = quotas.unreservedFunctions.limit;

export const concurrency: Check = {
  id: 'concurrency',
  asks: `Can the stage reserve its invocations at once, with ${UNRESERVED} left for everything else?`,
  async run(context) {
    const wanted = [...stageLimits(context.config).reserved.values()].reduce((sum, one) => sum + one, 0);
    const { limit, reserved } = await readConcurrency(context);
    if (wanted === 0) return { found: `the stage reserves none of the account's ${limit}` };
    // Reservations may be the stage's own, where it is deployed.
    const isDeployed = (await readStack(context, stageStack(context))) !== undefined;
    const others = isDeployed ? Math.max(0, reserved - wanted) : reserved;
    const found = `the stage reserves ${wanted} of ${limit}; others have reserved ${others}`;
    const needed = wanted + others + UNRESERVED;
    if (limit >= needed) return { found };
    return {
      found,
      todo:
        `ask Service Quotas for ${Math.max(needed, quotas.functionsAtOnce.limit)} "Concurrent executions" of AWS Lambda, ` +
        `or set capacity.functionsAtOnce to ${limit - others}: nothing is reserved then`,
    };
  },
};
