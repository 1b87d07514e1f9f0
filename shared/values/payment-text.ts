/** Converts text to the characters that bank payments allow. */

/** Characters of SEPA payments (European Payments Council) and of SWIFT character set x. */
export const PAYMENT_CHARACTERS = "A-Z a-z 0-9 space and / - ? : ( ) . , ' +";
const carried = /^[A-Za-z0-9 /\-?:().,'+]*$/;

/** Conversions of the European Payments Council (EPC217-08) for characters other than accented letters. Built at first use. */
let conversions: ReadonlyMap<string, string> | undefined;

function makeConversions(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries({
      ...pairs('! " # $ % * < = > @ ^ ° º ª §', '.'),
      ...pairs('& ＆', '+'),
      ...pairs('_ ~ – — ‐ ‑', '-'),
      ...pairs('` ´ ‘ ’ ‚', "'"),
      ...pairs('[ {', '('),
      ...pairs('] }', ')'),
      ...pairs('\\ |', '/'),
      ...{ ';': ',', '¿': '?', '€': 'E', '\u{a0}': ' ' },
      ...pairs('Æ æ Ø ø Đ đ Ð ð Ł ł Ħ ħ Ŋ ŋ Œ œ ß Þ þ ı ĸ', ...'AaOoDdDdLlHhNnOosTtik'),
      ...bothCases('ΑΒΓΔΕΖΗΙΚΛΜΝΞΟΠΡΣΤΥΦΩ', 'AVGDEZIIKLMNXOPRSTYFO'),
      ...{ Θ: 'Th', θ: 'th', Χ: 'Ch', χ: 'ch', Ψ: 'Ps', ψ: 'ps', ς: 's' },
      ...bothCases('АБВГДЕЗИЙКЛМНОПРСТУФХЪЬ', 'ABVGDEZIYKLMNOPRSTUFHAY'),
      ...{ Ж: 'Zh', ж: 'zh', Ц: 'Ts', ц: 'ts', Ч: 'Ch', ч: 'ch', Ш: 'Sh', ш: 'sh', Щ: 'Sht', щ: 'sht' },
      ...{ Ю: 'Yu', ю: 'yu', Я: 'Ya', я: 'ya' },
    }),
  );
}

/** Maps each character to the conversion at the same index. A single conversion applies to all characters. */
function pairs(characters: string, ...converted: readonly string[]): Record<string, string> {
  const [only = ''] = converted;
  return Object.fromEntries(
    characters.split(' ').map((one, index) => [one, converted.length === 1 ? only : (converted[index] ?? only)]),
  );
}

function bothCases(letters: string, converted: string): Record<string, string> {
  const capitals = [...letters].map((letter, index): [string, string] => [letter, converted.charAt(index)]);
  return Object.fromEntries([
    ...capitals,
    ...capitals.map(([letter, latin]): [string, string] => [letter.toLowerCase(), latin.toLowerCase()]),
  ]);
}

/** Converts text to the characters that bank payments allow. Characters without a conversion stay unchanged. */
export function toPaymentText(text: string): string {
  return carried.test(text) ? text : [...text.normalize('NFC')].map(convert).join('');
}

function convert(character: string): string {
  conversions ??= makeConversions();
  const known = carried.test(character) ? character : conversions.get(character);
  if (known !== undefined) return known;
  const bare = character.normalize('NFD').replaceAll(/\p{M}/gu, '');
  if (bare === character) return character;
  return carried.test(bare) ? bare : (conversions.get(bare) ?? character);
}

/** Returns the distinct characters that bank payments do not allow even after `toPaymentText`, in order of appearance. */
export function listUncarried(text: string): readonly string[] {
  return [...new Set(toPaymentText(text))].filter((character) => !carried.test(character));
}
