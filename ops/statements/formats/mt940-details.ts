/** Texts of entries in MT940: the name of the other party, and what a payment says. */
import { inOneLine, type StatementEntry } from '#ops/statements/statement';

/** Subfields of the structured form of German banks that are one text, cut into parts. */
const IS_USAGE = /^(?:2\d|6[0-3])$/;
/** Characters of a full part: a shorter one ends a word. */
const FULL_PART = 27;
/** Marks of SEPA in the text. */
const TAGS = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/g;
/** The name in the forms that are not German. */
const NAME = /\/(?:ORDP|BENM)?\/?NAME\/([^/\n]*)/g;

/**
 * Reads `:86:` and the supplementary details. Parts are cut at any character: every reading of the text counts, so that a
 * reference is found whether it ends with its part or goes on in the next one.
 * @param before text that stands above
 */
export function readDetails(before: string, lines: readonly string[]): Pick<StatementEntry, 'name' | 'details'> {
  const text = lines.join('\n');
  const { names, readings } = /^\d{3}\?\d\d/.test(text) ? structured(lines.join('')) : unstructured(text);
  const said = [...new Set(readings.map((one) => inOneLine([before, one.replaceAll(TAGS, ' $1+')])))];
  return { name: inOneLine(names) || undefined, details: inOneLine(said) };
}

interface Read {
  readonly names: readonly string[];
  readonly readings: readonly string[];
}

function structured(text: string): Read {
  const [, ...subfields] = text.split(/\?(?=\d\d)/);
  const parts = subfields.map((one) => ({ code: one.slice(0, 2), value: one.slice(2) }));
  const usage = parts.filter(({ code }) => IS_USAGE.test(code)).map(({ value }) => value);
  const others = parts.filter(({ code }) => !IS_USAGE.test(code)).map(({ value }) => value);
  const names = parts.filter(({ code }) => code === '32' || code === '33').map(({ value }) => value.trim());
  const byWidth = usage.map((part) => (part.length < FULL_PART ? `${part} ` : part)).join('');
  return { names, readings: [...new Set([byWidth, usage.join(''), usage.join(' ')]), others.join(' ')] };
}

function unstructured(text: string): Read {
  const names = [...text.matchAll(NAME)].map(([, name = '']) => name.trim());
  return { names, readings: text.includes('\n') ? [text, text.replaceAll('\n', '')] : [text] };
}
