/**
 * Whether nine digits are an ABA routing number: their sum, weighted 3, 7, 1 in turn, is a multiple of ten
 * (American Bankers Association, routing number policy).
 */
export function isRoutingNumber(text: string): boolean {
  if (!/^[0-9]{9}$/.test(text) || text === '000000000') return false;
  const weights = [3, 7, 1];
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0), 0);
  return sum % 10 === 0;
}
