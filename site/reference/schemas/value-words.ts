/** Values in words: type, limits and permitted values. */

import { PRINTABLE } from '#shared/values/printable-text';
import { componentName, type Schema } from '../api-document';

/** The limit of every text of an answer that has no other, which the page of shared parts states once. */
export const GENERAL_TEXT_LIMIT = 4096;

/** Formats that settle the length of a text and have a name that readers know. */
const formatNames: ReadonlyMap<string, string> = new Map([
  ['uuid', 'UUID'],
  ['date-time', 'ISO 8601 instant'],
  ['date', 'ISO 8601 date'],
  ['email', 'e-mail address'],
  ['uri', 'URI'],
]);
const withOwnLength: ReadonlySet<string> = new Set(['uuid', 'date-time', 'date']);

/** Follows a reference to its component. @throws Error for a component that is not there */
export function resolve(schema: Schema, schemas: ReadonlyMap<string, Schema>): Schema {
  if (schema.$ref === undefined) return schema;
  const found = schemas.get(componentName(schema.$ref));
  if (found === undefined) throw new Error(`${schema.$ref} is not in the document`);
  const { $ref, ...beside } = schema;
  return resolve({ ...found, ...beside }, schemas);
}

/** Splits the alternative `null` from a schema. */
export function splitNull(schema: Schema): { readonly value: Schema; readonly nullable: boolean } {
  const { anyOf, ...rest } = schema;
  if (anyOf !== undefined) {
    const others = anyOf.filter(({ type }) => type !== 'null');
    const [only] = others;
    if (others.length === anyOf.length) return { value: schema, nullable: false };
    const value = others.length === 1 ? { ...only, ...rest } : { ...rest, anyOf: others };
    return { value, nullable: true };
  }
  if (!Array.isArray(schema.type) || !schema.type.includes('null')) return { value: schema, nullable: false };
  const [type = 'null', ...more] = schema.type.filter((name) => name !== 'null');
  const values = schema.enum?.filter((value) => value !== null);
  return {
    value: {
      ...schema,
      type: more.length === 0 ? type : [type, ...more],
      ...(values === undefined ? {} : { enum: values }),
    },
    nullable: true,
  };
}

/** Names a type, such as `string (UUID)`. @param schema resolved and without null */
export function typeWords(schema: Schema): string {
  const format = schema.contentEncoding ?? formatNames.get(schema.format ?? '');
  const type = typeof schema.type === 'string' ? schema.type : (schema.type?.join(' or ') ?? inferredType(schema));
  return format === undefined ? type : `${type} (${format})`;
}

function inferredType(schema: Schema): string {
  if (schema.properties !== undefined || schema.allOf !== undefined) return 'object';
  const [first] = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  if (first !== undefined) return typeof first;
  return schema.pattern === undefined ? 'any value' : 'string';
}

/** A limit of a value. Words are Markdown. */
export type Limit = PatternWords;

/** Lists the limits of a value; permitted values need none beside them. @param schema resolved and without null */
export function limitWords(schema: Schema): Limit[] {
  const form =
    schema.pattern === undefined ? undefined : patternWords(schema.pattern, formatNames.get(schema.format ?? ''));
  const words = [
    form?.hasLength === true ? undefined : lengthWords(schema),
    ...[rangeWords(schema), stepWords(schema), itemWords(schema)],
  ];
  const listed = permittedValues(schema).length > 0;
  const limits = words.flatMap((text): Limit[] => (text === undefined || listed ? [] : [{ text }]));
  if (form !== undefined && !listed) limits.push(form);
  if (schema.uniqueItems === true) limits.push({ text: 'no item twice' });
  if (schema.default !== undefined) limits.push({ text: `default ${code(schema.default)}` });
  return limits;
}

/** Lists the permitted values, where a schema has such a list. @param schema resolved and without null */
export function permittedValues(schema: Schema): readonly string[] {
  const values = schema.const === undefined ? (schema.enum ?? []) : [schema.const];
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
}

function lengthWords({ minLength = 0, maxLength, format = '', pattern }: Schema): string | undefined {
  // Text that is not blank has a character.
  const least = minLength === 1 && pattern !== undefined ? 0 : minLength;
  const most = maxLength === GENERAL_TEXT_LIMIT || withOwnLength.has(format) ? undefined : maxLength;
  return span(least, most, 'character');
}

function itemWords({ minItems = 0, maxItems }: Schema): string | undefined {
  return span(minItems, maxItems, 'item');
}

function span(least: number, most: number | undefined, unit: string): string | undefined {
  const units = (count: number) => `${grouped(count)} ${unit}${count === 1 ? '' : 's'}`;
  if (most === undefined) return least === 0 ? undefined : `at least ${units(least)}`;
  if (least === most) return `exactly ${units(most)}`;
  return least === 0 ? `at most ${units(most)}` : `${grouped(least)} to ${units(most)}`;
}

/** Bounds of the integer formats, which say nothing of the value itself. */
const FORMAT_BOUNDS: ReadonlySet<number> = new Set([2 ** 31 - 1, Number.MAX_SAFE_INTEGER]);

function rangeWords({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): string | undefined {
  const least = minimum ?? exclusiveMinimum;
  const highest = maximum !== undefined && FORMAT_BOUNDS.has(maximum) ? undefined : maximum;
  const from = minimum === undefined ? `above ${grouped(least ?? 0)}` : `from ${grouped(minimum)}`;
  const to = highest === undefined ? `below ${grouped(exclusiveMaximum ?? 0)}` : `to ${grouped(highest)}`;
  const upper = highest ?? exclusiveMaximum;
  if (least === undefined && upper === undefined) return undefined;
  if (least === undefined) return highest === undefined ? to : `at most ${grouped(highest)}`;
  if (upper === undefined) return minimum === undefined ? from : `${grouped(minimum)} or more`;
  return highest === undefined ? `${from}, ${to}` : `${from} ${to}`;
}

/** Describes a step; one that is a power of ten as decimals. */
function stepWords({ multipleOf }: Schema): string | undefined {
  if (multipleOf === undefined) return undefined;
  const decimals = Math.round(-Math.log10(multipleOf));
  const isDecimal = Number(`1e-${decimals}`) === multipleOf;
  return isDecimal ? `at most ${decimals} decimals` : `a multiple of ${grouped(multipleOf)}`;
}

/** Format that groups from five digits on. Made once: that costs far more than its use. */
const figures = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20, useGrouping: 'min2' });

/** Writes a number with commas between its thousands, never in scientific notation. */
function grouped(value: number): string {
  return figures.format(value);
}

/** Writes a value as code of Markdown. */
export function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** Lists names in a sentence. @param joiner word before the last one */
export function inSentence(names: readonly string[], joiner: 'and' | 'or'): string {
  const shown = names.map(code);
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} ${joiner} ${last}`;
}

/** Length up to which a pattern stands in the sentence. */
const SHORT_PATTERN = 60;

/** A pattern in words, or the pattern itself. */
interface PatternWords {
  /** Markdown. */
  readonly text: string;
  /** The regular expression, where the words are no more than its name. */
  readonly pattern?: string;
  /** True where the words settle the length. */
  readonly hasLength?: boolean;
}

/** Puts a pattern into words. @param format name of the format beside it, which says most of it */
function patternWords(pattern: string, format: string | undefined): PatternWords {
  if (pattern === PRINTABLE.source) return { text: 'no control characters' };
  if (isVisibleText(pattern)) return { text: 'not blank, no control characters' };
  if (pattern === '\\S') return { text: 'not blank' };
  const digits = /^\^\[0-9\]\{(\d+)\}\$$/.exec(pattern)?.[1];
  if (digits !== undefined) return { text: `${digits} digits`, hasLength: true };
  const capitals = /^\^\[A-Z\]\{(\d+)\}\$$/.exec(pattern)?.[1];
  if (capitals !== undefined) return { text: `${capitals} capital letters`, hasLength: true };
  if (pattern === '^(?:19|20)') return { text: 'from 1900 on' };
  if (pattern.length <= SHORT_PATTERN) return { text: `matches \`${pattern}\`` };
  return { text: format === undefined ? 'of this pattern' : `${format}, of this pattern`, pattern };
}

/** Recognizes printable text with a visible character: the refused characters stand in it twice, at its end too. */
function isVisibleText(pattern: string): boolean {
  const refused = PRINTABLE.source.slice('^'.length);
  return pattern.endsWith(refused) && pattern.length > refused.length + '^'.length;
}
