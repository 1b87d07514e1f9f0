/**
 * Whether the eighteenth digit of a CLABE is the control digit of the seventeen before it: the digits are
 * weighted 3, 7, 1 in turn, each product modulo ten (Banco de México).
 */
export function hasValidControlDigit(clabe: string): boolean {
  if (!/^[0-9]{18}$/.test(clabe)) return false;
  const weights = [3, 7, 1];
  const sum = [...clabe.slice(0, 17)].reduce(
    (total, digit, index) => total + ((Number(digit) * (weights[index % 3] ?? 0)) % 10),
    0,
  );
  return Number(clabe.charAt(17)) === (10 - (sum % 10)) % 10;
}
