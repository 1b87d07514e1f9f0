import { UsageError } from '#ops/errors';
import { choice, optional, repeated, valuesThatAre, whole, words } from '#ops/options';
import { fields } from '#ops/text';
import { byPartner, verb } from '#ops/verb';
import {
  type PayeeAction,
  type PayeePolicies,
  type PayeeZone,
  payeeActions,
  payeePolicyFor,
  payeeZones,
  type UnclearPayeeResult,
  unclearPayeeResults,
} from '#shared/corridors/domain/payee-checks';
import { dollars, LARGEST_MAXIMUM, limitFacts, limitNames, type Maxima } from '#shared/limits/domain/limit';
import { MAX_TOLERANCE_BPS, partialDeposits, withoutDefaults } from '#shared/partners/domain/deposit-terms';
import { type Agreement, rangeFor } from '#shared/partners/domain/partner';
import { setAgreement } from '#shared/partners/repository';
import {
  type AmountRange,
  type Currency,
  currencies,
  decimalsFor,
  defaultRangeFor,
  fiatCurrencies,
  tokenPairs,
} from '#shared/values/money/currency';
import { atScale, compare, type Decimal, decimalText, jsonNumber, parseDecimal } from '#shared/values/money/decimal';
import type { StageName } from '#shared/values/stage-name';
import { existingPartner, partnerOption, seePartner } from './partner';

/** Decimals of a percentage with a resolution of one basis point. */
const PERCENT_SCALE = 2;

/** Maximum premium spread, as a fraction: 5 is 500 %. */
const WIDEST_SPREAD: Decimal = { coefficient: 5n, scale: 0 };

const spread = valuesThatAre('a fraction from 0 to 5, such as 0.1 for 10 %', (text) => {
  const value = /^\d(\.\d{1,9})?$/.test(text) ? parseDecimal(text) : undefined;
  return value !== undefined && compare(value, WIDEST_SPREAD) <= 0 ? jsonNumber(value) : undefined;
});

/** A percentage, in basis points. */
const tolerance = valuesThatAre('a percentage from 0 to 10 with at most two decimals, such as 0.5', (text) => {
  const percent = /^\d{1,2}(\.\d{1,2})?$/.test(text) ? parseDecimal(text) : undefined;
  const points = percent && Number(atScale(percent, PERCENT_SCALE, 'toward-zero'));
  return points !== undefined && points <= MAX_TOLERANCE_BPS ? points : undefined;
});

const changes = {
  range: repeated(
    'CUR=MIN:MAX',
    `Smallest and largest amount of a transaction in a currency (${currencies.join(', ')})`,
    readRange,
  ),
  limit: repeated(
    'NAME=USD',
    `Highest total of the transactions of a day or month in USD, or "none" for no limit. USER limits apply to each user, PARTNER limits to all users together (${limitNames.join(', ')})`,
    readLimit,
  ),
  quoteTtl: optional(
    'SECONDS',
    'Lifetime of a quote in seconds, 5 to 900, or "default" for the lifetime that the stage uses',
    (text, name) => (text === 'default' ? text : whole(5, 900)(text, name)),
  ),
  maxPremiumSpread: optional(
    'FRACTION',
    'Highest premiumSpread that the partner may request, as a fraction: 0.1 is 10 %',
    spread,
  ),
  fiatCurrencies: optional(
    'LIST',
    `Fiat currencies that the partner may use, separated by commas: ${fiatCurrencies.join(', ')}`,
    words(fiatCurrencies),
  ),
  payeeCheck: repeated(
    'ZONE.RESULT=ACTION',
    `What happens to a payout after a result of the payee check in a payout zone. Zones: ${payeeZones.join(', ')}. Results: ${unclearPayeeResults.join(', ')}. Actions: ${payeeActions.join(', ')}`,
    readPayeeCheck,
  ),
  depositTolerance: optional(
    'PERCENT',
    'Percentage of a deposit that may be missing, 0 to 10, for example 0.5. The partner pays the missing amount',
    tolerance,
  ),
  partialDeposits: optional(
    'RETURN|TOP_UP',
    'What happens to a deposit that is too small: RETURN refunds it, TOP_UP waits for a deposit of the missing amount',
    choice(partialDeposits),
  ),
  tokenPairs: optional(
    'LIST',
    `Tokens that the partner may use, each with its blockchain, separated by commas: ${tokenPairs.join(', ')}`,
    words(tokenPairs),
  ),
};

export const limits = {
  show: verb({
    about: 'Show the agreement with a partner: its limits, currencies, tokens and deposit terms',
    options: { partner: partnerOption },
    async run({ partner: partnerId }, { stage }) {
      const { name, agreement } = await existingPartner(partnerId);
      return shown({ partnerId, title: name, stage }, agreement);
    },
  }),

  set: verb({
    about: 'Change terms of the agreement with a partner. Terms that you do not name do not change',
    writes: true,
    options: { partner: partnerOption, ...changes },
    check({ range, limit, payeeCheck, ...named }) {
      const { quoteTtl, maxPremiumSpread, fiatCurrencies: fiat, depositTolerance, partialDeposits: partial } = named;
      const single = [quoteTtl, maxPremiumSpread, fiat, depositTolerance, partial, named.tokenPairs];
      const given = [...range, ...limit, ...payeeCheck, ...single];
      if (given.every((value) => value === undefined))
        throw new UsageError(
          'Nothing to change: use any of --range, --limit, --quote-ttl, --max-premium-spread, --fiat-currencies, --payee-check, --deposit-tolerance, --partial-deposits, --token-pairs',
        );
    },
    confirm: ({ partner }) => byPartner(partner, 'change its limits'),
    see: seePartner,
    async run({ partner: partnerId, quoteTtl, ...given }, context) {
      const revise = (current: Agreement): Agreement => ({
        ...current,
        ...(quoteTtl !== undefined && { quoteTtlS: quoteTtl === 'default' ? undefined : quoteTtl }),
        maxPremiumSpread: given.maxPremiumSpread ?? current.maxPremiumSpread,
        fiatCurrencies: given.fiatCurrencies ?? current.fiatCurrencies,
        tokenPairs: given.tokenPairs ?? current.tokenPairs,
        ranges: { ...current.ranges, ...Object.fromEntries(given.range) },
        ...(given.payeeCheck.length > 0 && { payeePolicies: withPayeeChecks(current.payeePolicies, given.payeeCheck) }),
        limits: revisedLimits(current, given.limit),
        deposits: withoutDefaults({
          toleranceBps: given.depositTolerance ?? current.deposits?.toleranceBps,
          partial: given.partialDeposits ?? current.deposits?.partial,
        }),
      });
      const agreement = await setAgreement(partnerId, revise, context);
      for (const line of lowMinima(given.range, context.stage)) context.tell(line);
      const title = `Changed the limits of partner ${partnerId}. The change takes effect within 60 s.`;
      return shown({ partnerId, title, stage: context.stage }, agreement);
    },
  }),
};

/** New value of one limit, in US cents; `undefined` removes the limit. */
type LimitChange = readonly [keyof Maxima, number | undefined];

function readLimit(text: string): LimitChange {
  const [typed = '', most = '', ...more] = text.split('=');
  const name = limitNames.find((known) => known === typed.trim().toUpperCase());
  const cents = most.trim() === 'none' ? undefined : readCents(most.trim());
  if (name === undefined || more.length > 0 || cents === 'malformed')
    throw new UsageError(
      `--limit must be a value such as USER_DAY=10000.00 or USER_DAY=none, with a name of ${limitNames.join(', ')} and an amount above 0, not "${text}"`,
    );
  return [limitFacts[name].term, cents];
}

function readCents(text: string): number | 'malformed' {
  const amount = /^\d{1,13}(\.\d{1,2})?$/.test(text) ? parseDecimal(text) : undefined;
  const cents = amount && atScale(amount, decimalsFor('USD'), 'toward-zero');
  return cents !== undefined && cents > 0n && cents <= LARGEST_MAXIMUM ? Number(cents) : 'malformed';
}

/** Returns the maxima after a change; `undefined` if no limit remains: a new transaction then reads no limit counters. */
function revisedLimits({ limits }: Agreement, changed: readonly LimitChange[]): Maxima | undefined {
  const kept = Object.entries({ ...limits, ...Object.fromEntries(changed) }).filter(([, cents]) => cents !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function shownLimits({ limits = {} }: Agreement): Record<string, string> {
  return Object.fromEntries(
    limitNames.map((name) => {
      const cents = limits[limitFacts[name].term];
      return [name, cents === undefined ? 'none' : `${dollars(BigInt(cents))} USD`];
    }),
  );
}

function readRange(text: string): readonly [Currency, AmountRange] {
  const [name = '', bounds = ''] = text.split('=');
  const [min = '', max = '', ...more] = bounds.split(':');
  const currency = currencies.find((known) => known === name.trim().toUpperCase());
  if (currency === undefined || !bounds.includes(':') || more.length > 0)
    throw new UsageError(
      `--range must be a value such as MXN=10:10000000, with a currency of ${currencies.join(', ')}, not "${text}"`,
    );
  const [least, most] = [readAmount(min, currency), readAmount(max, currency)];
  if (compare(least, most) > 0) throw new UsageError(`--range: the smallest amount of "${text}" is above the largest`);
  return [currency, { min: decimalText(least), max: decimalText(most) }];
}

interface PayeeRule {
  readonly zone: PayeeZone;
  readonly result: UnclearPayeeResult;
  readonly action: PayeeAction;
}

function readPayeeCheck(text: string): PayeeRule {
  const [zoneName, resultName, actionName, ...more] = text.trim().toUpperCase().split(/[.=]/);
  const zone = payeeZones.find((known) => known === zoneName);
  const result = unclearPayeeResults.find((known) => known === resultName);
  const action = payeeActions.find((known) => known === actionName);
  if (zone === undefined || result === undefined || action === undefined || more.length > 0)
    throw new UsageError(`--payee-check must be a value such as SEPA.NO_MATCH=REVIEW, not "${text}"`);
  return { zone, result, action };
}

function withPayeeChecks(current: PayeePolicies = {}, rules: readonly PayeeRule[]): PayeePolicies {
  const revised = (zone: PayeeZone) => {
    const own = rules.filter((rule) => rule.zone === zone);
    return { ...current[zone], ...Object.fromEntries(own.map(({ result, action }) => [result, action])) };
  };
  return { MX: revised('MX'), SEPA: revised('SEPA') };
}

function readAmount(text: string, currency: Currency): Decimal {
  const amount = /^\d{1,15}(\.\d+)?$/.test(text.trim()) ? parseDecimal(text.trim()) : undefined;
  if (amount !== undefined && amount.coefficient > 0n && amount.scale <= decimalsFor(currency)) return amount;
  throw new UsageError(`--range: "${text}" is not an amount above 0 with at most ${decimalsFor(currency)} decimals`);
}

/** Returns a warning for each minimum below the stage's default: rounding can consume the spread of a small payment. */
function lowMinima(ranges: readonly (readonly [Currency, AmountRange])[], stage: StageName): string[] {
  return ranges.flatMap(([currency, { min }]) => {
    const least = defaultRangeFor(currency, stage).min;
    const [given, usual] = [parseDecimal(min), parseDecimal(least)];
    if (given === undefined || usual === undefined || compare(given, usual) >= 0) return [];
    return [
      `Warning: ${min} ${currency} is below the default minimum of ${least} ${currency}. Rounding can consume the spread of such a payment.`,
    ];
  });
}

interface Title {
  readonly partnerId: string;
  readonly title: string;
  readonly stage: StageName;
}

function shown({ partnerId, title, stage }: Title, agreement: Agreement) {
  const { fiatCurrencies: fiat, tokenPairs: pairs, quoteTtlS, maxPremiumSpread } = agreement;
  const ranges = currencies.map((currency) => [currency, rangeFor(agreement, currency, stage)] as const);
  const { toleranceBps = 0, partial = 'RETURN' } = agreement.deposits ?? {};
  const depositTolerance = decimalText({ coefficient: BigInt(toleranceBps), scale: PERCENT_SCALE });
  const policies = payeeZones.map((zone) => [zone, payeePolicyFor(zone, agreement.payeePolicies)] as const);
  const text = fields(title, {
    ...Object.fromEntries(ranges.map(([currency, { min, max }]) => [currency, `${min} to ${max}`])),
    ...shownLimits(agreement),
    'fiat currencies': fiat.join(', '),
    'token pairs': pairs.join(', '),
    'quote lifetime': quoteTtlS === undefined ? 'default of the stage' : `${quoteTtlS} s`,
    'max premium spread': String(maxPremiumSpread),
    'deposit tolerance': `${depositTolerance} %`,
    'partial deposits': partial,
    ...Object.fromEntries(policies.map(([zone, policy]) => [`payee check ${zone}`, policyText(policy)])),
  });
  return {
    json: {
      ...{ partnerId, ...agreement, ranges: Object.fromEntries(ranges), quoteTtlS: quoteTtlS ?? null },
      limits: agreement.limits ?? {},
      deposits: { tolerancePercent: depositTolerance, partial },
      payeePolicies: Object.fromEntries(policies),
    },
    text,
  };
}

const policyText = (policy: Readonly<Record<UnclearPayeeResult, PayeeAction>>) =>
  unclearPayeeResults.map((result) => `${result} ${policy[result]}`).join(', ');
