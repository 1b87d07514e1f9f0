import type { ResponseData } from '#shared/contract/response-schemas';
import { complianceFieldsFor } from '#shared/corridors/domain/compliance-fields';
import {
  corridors,
  countries,
  payoutZones,
  railsByZone,
  requiresInvoice,
  type TargetCountry,
  targetRailsByZone,
} from '#shared/corridors/domain/payout-zones';
import { type RailStatuses, railsInUse } from '#shared/corridors/domain/rail-status';
import { findRailStatuses } from '#shared/corridors/repository';
import type { Operation } from '#shared/handlers/partner-endpoint';
import { remainingOf } from '#shared/limits/domain/allotments';
import { limitsAt } from '#shared/limits/domain/limit';
import { type LimitCounter, readCounters } from '#shared/limits/repository';
import { type Agreement, type Caller, rangeFor } from '#shared/partners/domain/partner';
import { stage } from '#shared/platform/config/environment';
import { MAX_FORWARDING_DAYS, OTC_THRESHOLD_MXN } from '#shared/quotes/domain/quote';
import { fixedFeeFor } from '#shared/quotes/domain/ramp-pricing';
import { quoteLifeS } from '#shared/quotes/lock';
import { readOwnUserWith } from '#shared/users/read-own-user';
import { toIsoTime } from '#shared/values/iso-time';
import {
  type AmountRange,
  blockchains,
  type FiatCurrency,
  fiatCurrencies,
  isStablecoin,
  tokenSymbols,
} from '#shared/values/money/currency';
import { money, moneyNumber } from '#shared/values/money/money';
import type { StageName } from '#shared/values/stage-name';
import type { contract } from './contract';

type Capabilities = ResponseData<'Capabilities'>;

/**
 * Cache of each agreement's capabilities, without usage of limits and without rail statuses. After about a minute, the process
 * reads the agreement again as a new object, and no longer uses the old entry.
 */
const known = new WeakMap<Agreement, Capabilities>();
const railStatuses = new WeakMap<Agreement, RailStatuses>();

export const readCapabilities: Operation<typeof contract> = async ({ caller, query: { userId }, nowMs }) => {
  const { agreement } = caller;
  const data = known.get(agreement) ?? toCapabilities(agreement, stage(), quoteLifeS(agreement));
  known.set(agreement, data);
  const [overTime, statuses] = await Promise.all([readLimits(caller, userId, nowMs), readRailStatuses(agreement)]);
  const rails = data.rails.map(({ type }) => ({ type, status: statuses[type] ?? 'UP' }));
  return { data: { ...data, limits: [...data.limits, ...overTime], rails } };
};

/** Returns the rail statuses. They are cached until the process reads the agreement again. */
async function readRailStatuses(agreement: Agreement): Promise<RailStatuses> {
  const statuses = railStatuses.get(agreement) ?? (await findRailStatuses());
  railStatuses.set(agreement, statuses);
  return statuses;
}

/** Lists the operations that a partner can use in an environment, with their limits. */
export function toCapabilities(agreement: Agreement, environment: StageName, quoteLifeSeconds: number): Capabilities {
  const fiat = fiatCurrencies.filter((currency) => agreement.fiatCurrencies.includes(currency));
  const thresholds = [...fiat, ...tokenSymbols].map((currency) =>
    threshold(currency, rangeFor(agreement, currency, environment)),
  );
  return {
    environment,
    transactionTypes: ['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP'],
    fiatCurrencies: fiat,
    tokenPairs: tokenPairs(agreement),
    corridors: fiat.flatMap((source) =>
      fiat
        .filter((target) => target !== source)
        .map((target) => ({
          sourceCurrency: source,
          targetCurrency: target,
          fixedFee: moneyNumber(fixedFeeFor(source)),
        })),
    ),
    destinations: destinations(fiat),
    rails: railsInUse(fiat, agreement.tokenPairs.length > 0).map((type) => ({ type, status: 'UP' })),
    thresholds,
    limits: transactionLimits(thresholds),
    maxPremiumSpread: agreement.maxPremiumSpread,
    overTheCounterAboveMxn: Number(OTC_THRESHOLD_MXN),
    maxForwardingDays: MAX_FORWARDING_DAYS,
    quoteLifeSeconds,
  };
}

/** Returns the enabled pairs. BSC is only available for amounts above the OTC threshold. */
function tokenPairs(agreement: Agreement): Capabilities['tokenPairs'] {
  return blockchains.flatMap((blockchainSymbol) =>
    tokenSymbols
      .filter((tokenSymbol) => agreement.tokenPairs.includes(`${blockchainSymbol}:${tokenSymbol}`))
      .map((tokenSymbol) => ({
        blockchainSymbol,
        tokenSymbol,
        stablecoin: isStablecoin(tokenSymbol),
        aboveMxn: blockchainSymbol === 'BSC' ? Number(OTC_THRESHOLD_MXN) : null,
      })),
  );
}

function destinations(fiat: readonly FiatCurrency[]): Capabilities['destinations'] {
  return payoutZones
    .filter((zone) => fiat.includes(corridors[zone].currency))
    .map((zone) => {
      const { currency, payoutRange } = corridors[zone];
      const inZone: readonly TargetCountry[] = countries[zone];
      return {
        countries: [...inZone],
        currency,
        rails: [...railsByZone[zone]],
        targetRails: [...targetRailsByZone[zone]],
        payoutLimits: payoutRange === undefined ? null : threshold(currency, payoutRange),
        invoiceRequiredFor: inZone.filter(requiresInvoice),
        complianceFields: complianceFields(inZone),
      };
    });
}

/** Returns the compliance rules for payouts, each rule once with its countries. */
function complianceFields(inZone: readonly TargetCountry[]): Capabilities['destinations'][number]['complianceFields'] {
  const rulesOf = (country: TargetCountry) => Object.values(complianceFieldsFor(country));
  return [...new Set(inZone.flatMap(rulesOf))].map((rule) => ({
    countries: inZone.filter((country) => rulesOf(country).includes(rule)),
    ...rule,
    codes: [...rule.codes],
  }));
}

function threshold(
  currency: Capabilities['thresholds'][number]['currency'],
  { min, max }: AmountRange,
): Capabilities['thresholds'][number] {
  return { currency, min: Number(min), max: Number(max) };
}

type Limit = Capabilities['limits'][number];

function transactionLimits(thresholds: Capabilities['thresholds']): Limit[] {
  return thresholds.map(({ currency, max }) => ({
    ...{ name: 'TRANSACTION', period: 'TRANSACTION', currency },
    ...{ maximum: max, used: 0, remaining: max, resetsAt: null },
  }));
}

/**
 * Returns the limits over time of the caller and of the requested user, with their usage.
 * @throws Problem if the user does not belong to the caller
 */
async function readLimits(caller: Caller, userId: string | undefined, nowMs: number): Promise<Limit[]> {
  const limits = limitsAt(caller.agreement.limits, nowMs).filter(
    ({ owner }) => owner === 'PARTNER' || userId !== undefined,
  );
  const counters = readCounters(limits, { partnerId: caller.partnerId, userId: userId ?? '' });
  if (userId === undefined) return (await counters).map(toLimit);
  const [, own] = await readOwnUserWith(userId, caller, counters);
  return own.map(toLimit);
}

function toLimit({ name, period, maximum, used, resetsAtMs }: LimitCounter): Limit {
  const amount = (cents: bigint) => moneyNumber(money(cents, 'USD'));
  return {
    ...{ name, period, currency: 'USD', maximum: amount(maximum) },
    used: amount(used.reduce((sum, cents) => sum + cents, 0n)),
    remaining: amount(remainingOf(maximum, used)),
    resetsAt: toIsoTime(resetsAtMs),
  };
}
