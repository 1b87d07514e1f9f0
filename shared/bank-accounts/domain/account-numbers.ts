/** Numbers of accounts and banks whose digits can be checked. */
import bankNamesByCode from './mexican-banks.json';

/** The last digit of the sum of digits that are weighted 3, 7, 1 in turn. */
function weightedDigit(digits: string): number {
  const weights = [3, 7, 1];
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0), 0);
  return sum % 10;
}

/**
 * Tells whether nine digits are an ABA routing number: their weighted sum is a multiple of ten (American Bankers
 * Association, routing number policy).
 */
export function isRoutingNumber(text: string): boolean {
  return /^[0-9]{9}$/.test(text) && text !== '000000000' && weightedDigit(text) === 0;
}

/**
 * Tells whether the eighteenth digit of a CLABE is the control digit of the seventeen before it: the difference of
 * their weighted sum to the next multiple of ten (Banco de México).
 */
export function hasValidControlDigit(clabe: string): boolean {
  return /^[0-9]{18}$/.test(clabe) && Number(clabe.charAt(17)) === (10 - weightedDigit(clabe.slice(0, 17))) % 10;
}

const bankNames: Readonly<Record<string, string>> = bankNamesByCode;

/** The bank that a CLABE names by its first three digits, Banco de México's key of a participant, if it is known. */
export function bankNameFromClabe(clabe: string): string | undefined {
  return bankNames[clabe.slice(0, 3)];
}
