/** Days and amounts that users type into a search. */

/** Converts a day in a common format to the format `2026-11-28`. Returns an empty string for any other text. */
export function readDay(text: string): string {
  const [, year, month, day] = /^(\d{4})[-/.](\d\d)[-/.](\d\d)$/.exec(text) ?? [];
  if (year !== undefined) return `${year}-${month}-${day}`;
  const [, first, second, last] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text) ?? [];
  return last === undefined ? '' : `${last}-${second}-${first}`;
}

const CURRENCY = '(?:MXN|DOP|USD|EUR|CNY|HKD|USDC|USDT|(?:MX|RD|US)?\\$|€)';
const WITH_CURRENCY = new RegExp(`^${CURRENCY}\\s*|\\s*${CURRENCY}$`, 'gi');

/** Reads an amount in common formats (with a currency, with groups of three digits) as a decimal. */
export function readAmount(text: string): string | undefined {
  const number = text.replaceAll(WITH_CURRENCY, '');
  if (/^(\d{1,12}|\d{1,3}([, ]\d{3})+)(\.\d{1,6})?$/.test(number)) return number.replaceAll(/[, ]/g, '');
  const hasDecimalComma = /^(\d{1,12}|\d{1,3}([. ]\d{3})+),\d{1,2}$/.test(number);
  return hasDecimalComma ? number.replaceAll(/[. ]/g, '').replace(',', '.') : undefined;
}
