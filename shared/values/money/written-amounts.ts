import { type Language, locales } from '#shared/values/languages';
import type { Currency, TokenSymbol } from '#shared/values/money/currency';
import { type Money, moneyText } from '#shared/values/money/money';

/** Formats an exact amount for a language with its currency code: "2,000.01 MXN". Shows at least two decimals. */
export function formatMoney(amount: Money, language: Language): string {
  const [whole = '', fraction = ''] = plainAmount(amount).split('.');
  const point = new Intl.NumberFormat(locales[language]).formatToParts(1.5).find(({ type }) => type === 'decimal');
  const grouped = new Intl.NumberFormat(locales[language], { useGrouping: 'always' }).format(BigInt(whole));
  return `${grouped}${point?.value}${fraction}\u00a0${amount.currency}`;
}

const tokenNames: Readonly<Record<TokenSymbol, string>> = { USDC: 'USD Coin', USDT: 'Tether USD' };

/** Returns the name of a token, or the plural name of a currency in a language: "pesos mexicanos" (Unicode CLDR). */
export function currencyName(currency: Currency, language: Language): string {
  if (isTokenSymbol(currency)) return tokenNames[currency];
  const format = new Intl.NumberFormat(locales[language], { style: 'currency', currency, currencyDisplay: 'name' });
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency;
}

function isTokenSymbol(currency: Currency): currency is TokenSymbol {
  return Object.hasOwn(tokenNames, currency);
}

/** Formats an amount for input fields: digits and a decimal point, at least two decimals without further trailing zeros. */
export function plainAmount(amount: Money): string {
  const text = moneyText(amount);
  let end = text.length;
  while (text[end - 1] === '0' && end > text.indexOf('.') + 3) end -= 1;
  return text.slice(0, end);
}
