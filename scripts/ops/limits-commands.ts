import type { Command, Given, OptionSpec } from '#scripts/ops/command';
import { OperationFailed, UsageFault } from '#scripts/ops/faults';
import { fields } from '#scripts/ops/lines';
import { readId, readWhole, readWords } from '#scripts/ops/values';
import type { Agreement, AmountRange } from '#shared/partners/domain/partner';
import { findPartner, setAgreement } from '#shared/partners/repository';
import { tokenPairs } from '#shared/values/chains/blockchain';
import { type Currency, decimalsFor, fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';
import { compare, type Decimal, decimalText, jsonNumber, parseDecimal } from '#shared/values/money/decimal';

const noun = 'limits';
const partner = { value: 'ID', required: true, about: "The partner's identifier" };
const currencies: readonly Currency[] = [...fiatCurrencies, ...tokenSymbols];
/** The widest ceiling that any stage starts with: five times the amount. */
const WIDEST_SPREAD: Decimal = { coefficient: 5n, scale: 0 };

const show: Command = {
  noun,
  verb: 'show',
  about: 'Show what a partner agreed to',
  options: { partner },
  prepare(given) {
    const partnerId = readId('partner', given.required('partner'));
    return {
      async run() {
        const found = await findPartner(partnerId);
        if (found === undefined) throw new OperationFailed(`There is no partner ${partnerId}.`);
        return told(partnerId, found.name, found.agreement);
      },
    };
  },
};

const changes = {
  range: {
    value: 'CUR=MIN:MAX',
    repeated: true,
    about: `Smallest and largest amount in a currency (${currencies.join(', ')})`,
  },
  'quote-ttl': {
    value: 'SECONDS',
    about: 'Life of a locked quote, 5 to 900, or "default" for that of the stage',
  },
  'max-premium-spread': { value: 'FRACTION', about: 'Ceiling of the premium, such as 0.1 for 10 %' },
  'fiat-currencies': { value: 'LIST', about: `Enabled fiat currencies, of ${fiatCurrencies.join(', ')}` },
  'token-pairs': { value: 'LIST', about: `Enabled tokens, of ${tokenPairs.join(', ')}` },
} as const satisfies Record<string, OptionSpec>;

const set: Command = {
  noun,
  verb: 'set',
  about: 'Change what a partner agreed to; whatever is not named stays',
  writes: 'asked',
  options: { partner, ...changes },
  prepare(given) {
    const partnerId = readId('partner', given.required('partner'));
    const revise = revisionOf(given);
    return {
      confirm: { partnerId, act: 'change its limits' },
      async run(scene) {
        const agreement = await setAgreement(partnerId, revise, scene);
        return told(
          partnerId,
          `Changed the limits of partner ${partnerId}; they hold everywhere within 60 s.`,
          agreement,
        );
      },
    };
  },
};

/** The change that the options ask for. @throws UsageFault */
function revisionOf(given: Given): (current: Agreement) => Agreement {
  if (Object.keys(changes).every((name) => given.all(name).length === 0)) {
    throw new UsageFault(
      `Nothing to change: give one of ${Object.keys(changes)
        .map((name) => `--${name}`)
        .join(', ')}`,
    );
  }
  const ranges = Object.fromEntries(given.all('range').map(readRange));
  const ttl = given.text('quote-ttl');
  const quoteTtlS =
    ttl === undefined || ttl === 'default' ? undefined : readWhole('quote-ttl', ttl, { least: 5, most: 900 });
  const spread = given.text('max-premium-spread');
  const fiat = given.text('fiat-currencies');
  const pairs = given.text('token-pairs');
  const next = {
    ...(ttl !== undefined && { quoteTtlS }),
    ...(spread !== undefined && { maxPremiumSpread: readSpread(spread) }),
    ...(fiat !== undefined && { fiatCurrencies: readWords('fiat-currencies', fiat, fiatCurrencies) }),
    ...(pairs !== undefined && { tokenPairs: readWords('token-pairs', pairs, tokenPairs) }),
  };
  return (current) => ({ ...current, ...next, ranges: { ...current.ranges, ...ranges } });
}

function readRange(text: string): readonly [Currency, AmountRange] {
  const [name = '', bounds = ''] = text.split('=');
  const [min = '', max = ''] = bounds.split(':');
  const currency = currencies.find((known) => known === name.trim().toUpperCase());
  const form = `--range is such as MXN=10:10000000, with a currency of ${currencies.join(', ')}, not "${text}"`;
  if (currency === undefined || bounds.split(':').length !== 2) throw new UsageFault(form);
  const [least, most] = [readAmount(min, currency), readAmount(max, currency)];
  if (compare(least, most) > 0)
    throw new UsageFault(`--range: the smallest amount of "${text}" is above the largest`);
  return [currency, { min: decimalText(least), max: decimalText(most) }];
}

function readAmount(text: string, currency: Currency): Decimal {
  const amount = /^\d{1,15}(\.\d+)?$/.test(text.trim()) ? parseDecimal(text.trim()) : undefined;
  if (amount !== undefined && amount.coefficient > 0n && amount.scale <= decimalsFor(currency)) return amount;
  throw new UsageFault(
    `--range: "${text}" is not an amount above 0 with at most ${decimalsFor(currency)} decimals`,
  );
}

function readSpread(text: string): number {
  const spread = /^\d(\.\d{1,9})?$/.test(text) ? parseDecimal(text) : undefined;
  if (spread !== undefined && compare(spread, WIDEST_SPREAD) <= 0) return jsonNumber(spread);
  throw new UsageFault(`--max-premium-spread is a fraction from 0 to 5, such as 0.1 for 10 %, not "${text}"`);
}

function told(partnerId: string, title: string, agreement: Agreement) {
  const { ranges, fiatCurrencies: fiat, tokenPairs: pairs, quoteTtlS, maxPremiumSpread } = agreement;
  const text = fields(title, {
    ...Object.fromEntries(
      currencies.map((currency) => [currency, `${ranges[currency].min} to ${ranges[currency].max}`]),
    ),
    'fiat currencies': fiat.join(', '),
    'token pairs': pairs.join(', '),
    'quote life': quoteTtlS === undefined ? 'default of the stage' : `${quoteTtlS} s`,
    'max premium spread': String(maxPremiumSpread),
  });
  return { json: { partnerId, ...agreement, quoteTtlS: quoteTtlS ?? null }, text };
}

export const limitsCommands: readonly Command[] = [show, set];
