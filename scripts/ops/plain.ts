import { type Currency, fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';
import { decimalText } from '#shared/values/money/decimal';
import { money, moneyText } from '#shared/values/money/money';

const currencies: readonly Currency[] = [...fiatCurrencies, ...tokenSymbols];

/**
 * A record of the domain as plain JSON: amounts as text beside their currency, rates as text, instants as
 * ISO 8601 (every number whose name ends in `Ms` is one here), and of a bank account only what tells it from another: operators need no more of a person.
 */
export function plain(value: unknown, name = ''): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && name.endsWith('Ms')) return new Date(value).toISOString();
  if (Array.isArray(value)) return value.map((part) => plain(part));
  if (typeof value !== 'object' || value === null) return value;
  return asAmount(value) ?? asRate(value) ?? asAccount(value) ?? plainObject(value);
}

function plainObject(value: object): Record<string, unknown> {
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(entries.map(([name, part]) => [name.replace(/Ms$/, ''), plain(part, name)]));
}

function asAmount(value: object): unknown {
  if (!('minor' in value && 'currency' in value) || typeof value.minor !== 'bigint') return undefined;
  const currency = currencies.find((known) => known === value.currency);
  return currency && { amount: moneyText(money(value.minor, currency)), currency };
}

function asRate(value: object): unknown {
  if (!('coefficient' in value && 'scale' in value)) return undefined;
  const { coefficient, scale } = value;
  return typeof coefficient === 'bigint' && typeof scale === 'number'
    ? decimalText({ coefficient, scale })
    : undefined;
}

function asAccount(value: object): unknown {
  if (!('accountIdentifier' in value)) return undefined;
  const shown = Object.entries(value).filter(
    ([name]) => name === 'country' || name === 'bankName' || name === 'message',
  );
  return { ...Object.fromEntries(shown), accountEndsWith: String(value.accountIdentifier).slice(-4) };
}
