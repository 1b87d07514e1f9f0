import type { Shape } from '#shared/api/shapes';
import { stage, wholeNumber } from '#shared/config/environment';
import { corridorOfRegion, needsInvoice } from '#shared/domain/banks/corridors';
import { type BankRegion, bankRegions, regionOf, targetCountries } from '#shared/domain/banks/countries';
import { fixedFeeOf } from '#shared/domain/cross-ramp/pricing';
import { fiatCurrencies, isStablecoin, tokenSymbols } from '#shared/domain/money/currency';
import { moneyNumber } from '#shared/domain/money/money';
import type { Agreement } from '#shared/domain/partners/partner';
import { blockchains } from '#shared/domain/ramp/blockchain';
import { MAX_FORWARDING_DAYS } from '#shared/domain/ramp/forwarding';
import { OVER_THE_COUNTER_MXN } from '#shared/domain/ramp/quote';
import { railsOf } from '#shared/domain/ramp/rails';
import type { Operation } from '#shared/http/edge';
import type { contract } from './contract';

type Capabilities = Shape<'Capabilities'>;

/** What the calling partner can do here, and within which bounds. */
export const readCapabilities: Operation<typeof contract> = async ({ caller: { agreement } }) => {
  const fiat = fiatCurrencies.filter((currency) => agreement.fiatCurrencies.includes(currency));
  return {
    data: {
      environment: stage(),
      transactionTypes: ['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP'],
      fiatCurrencies: fiat,
      tokenPairs: tokenPairs(agreement),
      corridors: fiat.flatMap((source) =>
        fiat
          .filter((target) => target !== source)
          .map((target) => ({
            sourceCurrency: source,
            targetCurrency: target,
            fixedFee: moneyNumber(fixedFeeOf(source)),
          })),
      ),
      destinations: bankRegions
        .filter((region) => fiat.includes(corridorOfRegion(region).currency))
        .map(destination),
      thresholds: [...fiat, ...tokenSymbols].map((currency) =>
        threshold(currency, agreement.ranges[currency]),
      ),
      maxPremiumSpread: agreement.maxPremiumSpread,
      overTheCounterAboveMxn: Number(OVER_THE_COUNTER_MXN),
      maxForwardingDays: MAX_FORWARDING_DAYS,
      quoteLifeSeconds: agreement.quoteTtlS ?? wholeNumber('QUOTE_TTL_S'),
    },
  };
};

/** The enabled pairs; BSC only for amounts above the threshold. */
function tokenPairs(agreement: Agreement): Capabilities['tokenPairs'] {
  return blockchains.flatMap((blockchainSymbol) =>
    tokenSymbols
      .filter((tokenSymbol) => agreement.tokenPairs.includes(`${blockchainSymbol}:${tokenSymbol}`))
      .map((tokenSymbol) => ({
        blockchainSymbol,
        tokenSymbol,
        stablecoin: isStablecoin(tokenSymbol),
        aboveMxn: blockchainSymbol === 'BSC' ? Number(OVER_THE_COUNTER_MXN) : null,
      })),
  );
}

function destination(region: BankRegion): Capabilities['destinations'][number] {
  const countries = targetCountries.filter((country) => regionOf(country) === region);
  const { currency, payoutRange } = corridorOfRegion(region);
  return {
    countries,
    currency,
    rails: [...railsOf[region]],
    targetRails: region === 'CHINA' ? ['LOCAL', 'SWIFT'] : ['LOCAL'],
    payoutLimits: payoutRange === undefined ? null : threshold(currency, payoutRange),
    invoiceRequiredFor: countries.filter(needsInvoice),
  };
}

function threshold(
  currency: Capabilities['thresholds'][number]['currency'],
  { min, max }: Agreement['ranges']['MXN'],
): Capabilities['thresholds'][number] {
  return { currency, min: Number(min), max: Number(max) };
}
