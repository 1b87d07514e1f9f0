import { REQUESTS_OF_MIX } from '#cloud/steps/load';
import type { StageConfig } from '#infra/config/stages';
import type { Step } from './step';

/** Dollars for a thousand transactions of the daily mix, without what a stage costs at rest (docs/cost-model.md). */
const DOLLARS_PER_THOUSAND = 0.3;

/** Dollars a day of a stage at rest: metrics, firewall, alarms, keys, dashboard, polling (docs/cost-model.md). A rehearsal takes less than a day. */
const DOLLARS_A_DAY = 4;

/** Seconds of the load in an account. */
const LOAD_S = 60;

/** Says what a rehearsal takes and costs, about, in a sentence for the person who begins it. */
export function expectation<Context>(steps: readonly Step<Context>[], config: StageConfig): string {
  const minutes = steps.reduce((sum, step) => sum + (step.minutes ?? 0), 0);
  const transactions = (config.limits.load.requests / REQUESTS_OF_MIX) * LOAD_S;
  const dollars = DOLLARS_A_DAY + (transactions / 1000) * DOLLARS_PER_THOUSAND;
  return (
    `${steps.length} steps, about ${Math.ceil(minutes / 60)} hours (${minutes} minutes), most of it waiting. ` +
    `About ${Math.ceil(dollars)} dollars: ${DOLLARS_A_DAY} a day for a stage at rest, and ${Math.round(transactions)} transactions of load.`
  );
}
