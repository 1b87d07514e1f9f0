import { readStack } from '#cloud/aws/clients';
import { type Check, readConcurrency, stageStack } from '../check';
import { UNRESERVED } from './quotas';

/** Invocations at once of an account, unless AWS has raised them. */
const USUAL = 1000;

export const concurrency: Check = {
  id: 'concurrency',
  asks: `Can the stage reserve its invocations at once, with ${UNRESERVED} left for everything else?`,
  async run(context) {
    const wanted = Object.values(context.config.limits.reserved).reduce((sum, one) => sum + one, 0);
    const { limit, reserved } = await readConcurrency(context);
    if (wanted === 0) return { found: `the stage reserves none of the account's ${limit}` };
    // Reservations may be the stage's own, where it is deployed.
    const isDeployed = (await readStack(context.aws, stageStack(context))) !== undefined;
    const others = isDeployed ? Math.max(0, reserved - wanted) : reserved;
    const found = `the stage reserves ${wanted} of ${limit}; others have reserved ${others}`;
    const needed = wanted + others + UNRESERVED;
    if (limit >= needed) return { found };
    return {
      found,
      todo:
        `ask Service Quotas for ${Math.max(needed, USUAL)} "Concurrent executions" of AWS Lambda, ` +
        `or set limits.reserved to {}: nothing is reserved then`,
    };
  },
};
