import type { Language } from '#shared/values/languages';
import { decimalsFor } from '#shared/values/money/currency';
import { type Money, moneyText } from '#shared/values/money/money';
import { locales } from './language';

/** An amount exactly, in the writing of a language, with its currency's code: "2,000.01 MXN". At least two decimals stand. */
export function formatMoney(amount: Money, language: Language): string {
  const [whole = '', fraction = ''] = moneyText(amount).split('.');
  const decimals = decimalsFor(amount.currency) > 2 ? fraction.replace(/0{1,4}$/, '') : fraction;
  const point = new Intl.NumberFormat(locales[language]).formatToParts(1.5).find(({ type }) => type === 'decimal');
  const grouped = new Intl.NumberFormat(locales[language], { useGrouping: 'always' }).format(BigInt(whole));
  return `${grouped}${point?.value}${decimals}\u00a0${amount.currency}`;
}

/** The same as it is entered: digits, and a point where it has decimals. */
export function plainAmount(amount: Money): string {
  return moneyText(amount).replace(/(\.\d\d\d*?)0+$/, '$1');
}
