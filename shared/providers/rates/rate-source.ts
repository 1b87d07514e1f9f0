import type { StageName } from '#shared/domain/partners/stage-name';
import { type RateSource, RateUnavailable } from '#shared/domain/rates/rate';
import { sandboxRates } from '#shared/providers/rates/sandbox-rates';

/** Production has no source of rates until its provider is configured: no quote is better than an invented one. */
const unconfigured: RateSource = {
  async midRate() {
    throw new RateUnavailable('No rate provider is configured');
  },
};

/** The source of rates of a stage. Only the sandbox uses the sandbox table. */
export function rateSourceOf(stage: StageName): RateSource {
  return stage === 'sandbox' ? sandboxRates : unconfigured;
}
