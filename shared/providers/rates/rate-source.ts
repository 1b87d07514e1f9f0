import { wholeNumber } from '#shared/config/environment';
import type { StageName } from '#shared/domain/partners/stage-name';
import { type RateSource, RateUnavailable } from '#shared/domain/rates/rate';
import { connectionOf } from '#shared/providers/http/provider-settings';
import { httpRates } from '#shared/providers/rates/http-rates';
import { sandboxRates } from '#shared/providers/rates/sandbox-rates';

/** No quote is better than an invented one. */
const unconfigured: RateSource = {
  async midRate() {
    throw new RateUnavailable('No rate provider is configured');
  },
};

/** The provider's, made once: it keeps what it was told. */
let configured: { readonly url: string; readonly source: RateSource } | undefined;

/** The source of rates of a stage. Only the sandbox uses the sandbox table, and nothing else. */
export function rateSourceOf(stage: StageName): RateSource {
  if (stage === 'sandbox') return sandboxRates;
  const connection = connectionOf('rates');
  if (connection === undefined) return unconfigured;
  if (configured?.url !== connection.url) {
    const maxAgeMs = wholeNumber('RATES_MAX_AGE_S') * 1000;
    configured = { url: connection.url, source: httpRates({ ...connection, maxAgeMs }) };
  }
  return configured.source;
}
