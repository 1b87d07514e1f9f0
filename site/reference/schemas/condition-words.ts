/** Conditions of JSON Schema (`if`, `oneOf`, `anyOf` of required fields) as sentences. */
import type { Schema } from '../api-document';
import { inSentence } from './value-words';

/** Returns the fields of a schema that only requires them. On POST, null counts as the absence of a field. */
function requiredAlone(schema: Schema): readonly string[] | undefined {
  const { properties = {}, required = [], ...others } = schema;
  if (required.length === 0 || Object.keys(others).length > 0) return undefined;
  return Object.values(properties).every(isNotNull) ? required : undefined;
}

function isNotNull(schema: Schema): boolean {
  return schema.not?.type === 'null' && Object.keys(schema).length === 1;
}

/** Puts a schema that only requires fields into words: Markdown without a full stop. */
export function requirementWords(schema: Schema): string | undefined {
  const fields = requiredAlone(schema);
  if (fields !== undefined) return `${inSentence(fields, 'and')} ${fields.length === 1 ? 'is' : 'are'} required`;
  const { oneOf, anyOf, ...others } = schema;
  const choice = oneOf ?? anyOf;
  if (choice === undefined || Object.keys(others).length > 0) return undefined;
  const names = choice.map((part) => requiredAlone(part));
  const single = names.flatMap((fieldsOfOne) => (fieldsOfOne?.length === 1 ? fieldsOfOne : []));
  if (single.length !== names.length) return differenceWords(choice);
  return `${oneOf === undefined ? 'at least' : 'exactly'} one of ${inSentence(single, 'and')} is required`;
}

/** Recognizes two fields that have to differ: a part for each value of one, with the other values for the other. */
function differenceWords(parts: readonly Schema[]): string | undefined {
  const [one, other, ...more] = Object.keys(parts[0]?.properties ?? {});
  if (one === undefined || other === undefined || more.length > 0) return undefined;
  const isOthers = ({ properties = {}, ...rest }: Schema): boolean => {
    const value = properties[one]?.const;
    const values = properties[other]?.enum;
    if (values === undefined || Object.keys(rest).length > 0) return false;
    return values.length === parts.length - 1 && !values.includes(value);
  };
  return parts.every(isOthers) ? `${inSentence([one, other], 'and')} have to differ` : undefined;
}

/** A condition and its contrary, as beginnings of sentences. */
export interface ConditionWords {
  readonly holds: string;
  readonly fails: string;
}

/** Puts a condition into words. @returns `undefined` where it is not about the values of fields */
export function conditionWords(condition: Schema): ConditionWords | undefined {
  const fields = Object.entries(condition.properties ?? {});
  const parts = fields.map(([name, schema]) => fieldCondition(name, schema));
  const known = parts.flatMap((part) => part ?? []);
  if (fields.length === 0 || known.length !== parts.length) return undefined;
  const [only] = known;
  if (known.length === 1 && only !== undefined) return only;
  const holds = known.map((part) => part.holds).join(', and ');
  return { holds, fails: 'otherwise' };
}

/** Puts a condition on one field into words, by its path. */
function fieldCondition(name: string, schema: Schema): ConditionWords | undefined {
  const field = inSentence([name], 'or');
  const [inner, ...others] = Object.entries(schema.properties ?? {});
  if (inner !== undefined) return others.length > 0 ? undefined : fieldCondition(`${name}.${inner[0]}`, inner[1]);
  if (isNotNull(schema)) return { holds: `with ${field}`, fails: `without ${field}` };
  if (schema.type === 'null') return { holds: `without ${field}`, fails: `with ${field}` };
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values === undefined) return undefined;
  const words = inSentence(values.map(String), 'or');
  return { holds: `where ${field} is ${words}`, fails: `where ${field} is not ${words}` };
}

/** Begins a sentence with a capital letter. */
export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
