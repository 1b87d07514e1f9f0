import { wholeNumber } from '#shared/platform/config/environment';
import { findConnection } from '#shared/providers/http/settings';
import { type RateSource, RateUnavailable } from '#shared/quotes/domain/rate';
import type { StageName } from '#shared/values/stage-name';
import { httpRates } from './http';
import { sandboxRates } from './sandbox';

/** No quote is better than one at a made-up rate. */
const unconfigured: RateSource = {
  async midRate() {
    throw new RateUnavailable('No rate provider is configured');
  },
};

/** The provider, made once: it caches the rates. */
let configured: { readonly url: string; readonly source: RateSource } | undefined;

/** The source of rates of a stage. Only the sandbox uses the sandbox table, and nothing else. */
export function rateSourceFor(stage: StageName): RateSource {
  if (stage === 'sandbox') return sandboxRates;
  const connection = findConnection('rates');
  if (connection === undefined) return unconfigured;
  if (configured?.url !== connection.url) {
    const maxAgeMs = wholeNumber('RATES_MAX_AGE_S') * 1000;
    configured = { url: connection.url, source: httpRates({ ...connection, maxAgeMs }) };
  }
  return configured.source;
}
