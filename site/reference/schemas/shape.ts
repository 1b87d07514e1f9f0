/** Objects of the API in words: fields, rules between them, and alternatives. */
import { componentName, type Schema } from '../api-document';
import { capitalized, conditionWords, requirementWords } from './condition-words';
import { type Limit, limitWords, permittedValues, resolve, splitNull, typeWords } from './value-words';

/** An object, or one of several. Texts are Markdown. */
export interface Shape {
  /** The component that it is, which other places link to. */
  readonly component?: string;
  readonly description?: string;
  readonly fields: readonly Field[];
  readonly rules: readonly Rule[];
  /** It is one of these; empty where there is no choice. */
  readonly alternatives: readonly Alternative[];
}

/** A value with a name. */
export interface Field extends Value {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
}

/** A value in words. */
export interface Value {
  /** In words, such as `array of objects or null`. */
  readonly type: string;
  readonly limits: readonly Limit[];
  /** The permitted values; empty where they are not listed. */
  readonly values: readonly string[];
  /** Shape of the object, or of the objects of a list; absent for other values. */
  readonly shape?: Shape;
}

/** A rule between fields, or one for some objects. */
export interface Rule {
  /** A sentence, or the condition under which `shape` holds. */
  readonly text: string;
  readonly shape?: Shape;
}

/** One of several forms of an object. */
export interface Alternative {
  readonly title: string;
  readonly shape: Shape;
}

/** Reads shapes out of the document's schemas. */
export class ShapeReader {
  constructor(private readonly schemas: ReadonlyMap<string, Schema>) {}

  /** Reads a value. @throws Error for a reference to no component */
  value(given: Schema): Value {
    const { value, nullable } = splitNull(given);
    const schema = resolve(value, this.schemas);
    const orNull = nullable ? ' or null' : '';
    if (schema.type === 'array') return this.list(schema, orNull);
    const limits = limitWords(schema);
    const values = permittedValues(schema);
    if (!this.isObject(schema)) return { type: `${typeWords(schema)}${orNull}`, limits, values };
    return { type: `object${orNull}`, limits, values, shape: this.shape(value) };
  }

  private list(schema: Schema, orNull: string): Value {
    const { shape, ...item } = this.value(schema.items ?? {});
    const type = `array of ${item.type.replace(/^[a-z]+/, (word) => `${word}s`)}${orNull}`;
    const limits = [...limitWords(schema), ...item.limits.map((limit) => ({ ...limit, text: `each ${limit.text}` }))];
    return { type, limits, values: item.values, ...(shape === undefined ? {} : { shape }) };
  }

  private isObject(schema: Schema): boolean {
    const { properties, oneOf, anyOf, allOf, additionalProperties } = schema;
    return [properties, oneOf, anyOf, allOf, additionalProperties].some((part) => part !== undefined);
  }

  /** Reads the shape of an object. @throws Error for a reference to no component */
  shape(given: Schema): Shape {
    const { fields, members, open } = this.merged(resolve(given, this.schemas));
    const { required = [], description, oneOf, anyOf, discriminator } = open;
    const requirement = requirementWords({ ...(oneOf && { oneOf }), ...(anyOf && { anyOf }) });
    const choice = requirement === undefined ? (oneOf ?? anyOf ?? []) : [];
    return {
      ...(given.$ref === undefined ? {} : { component: componentName(given.$ref) }),
      ...(description === undefined ? {} : { description }),
      fields: Object.entries(fields).map(([name, schema]) => ({
        name,
        required: required.includes(name),
        description: this.describe(schema),
        ...this.value(schema),
      })),
      rules: [
        ...(requirement === undefined ? [] : [{ text: `${capitalized(requirement)}.` }]),
        ...members.flatMap((member) => this.rules(member)),
        ...(open.additionalProperties === undefined || open.additionalProperties === false
          ? []
          : [{ text: 'Its fields depend on the request.' }]),
      ],
      alternatives: choice.map((part, index) => ({
        title: this.titleOf(part, discriminator) ?? `Form ${index + 1}`,
        shape: this.shape(part),
      })),
    };
  }

  private describe(schema: Schema): string {
    return schema.description ?? resolve(splitNull(schema).value, this.schemas).description ?? '';
  }

  /** Merges the fields of a schema with those of its parts, and sets its rules apart. */
  private merged(schema: Schema): { fields: Record<string, Schema>; members: readonly Schema[]; open: Schema } {
    const fields: Record<string, Schema> = { ...schema.properties };
    const required = new Set(schema.required);
    const members: Schema[] = [];
    let description = schema.description;
    for (const part of schema.allOf ?? []) {
      if (!isPlain(part)) {
        members.push(part);
        continue;
      }
      const inner = this.merged(resolve(part, this.schemas));
      for (const [name, narrower] of Object.entries(inner.fields)) {
        const known = fields[name];
        fields[name] = known === undefined ? narrower : { ...resolve(known, this.schemas), ...narrower };
      }
      for (const name of inner.open.required ?? []) required.add(name);
      description ??= inner.open.description;
      members.push(...inner.members);
    }
    const open = { ...schema, required: [...required], ...(description === undefined ? {} : { description }) };
    return { fields, members, open };
  }

  private rules(member: Schema): Rule[] {
    const { if: condition, then, else: otherwise, ...rest } = member;
    if (condition === undefined) return [this.rule(rest, '')];
    const words = conditionWords(condition) ?? { holds: 'where it is of this form', fails: 'otherwise' };
    return [
      ...(then === undefined ? [] : [this.rule(then, words.holds)]),
      ...(otherwise === undefined ? [] : [this.rule(otherwise, words.fails)]),
    ];
  }

  private rule(schema: Schema, condition: string): Rule {
    const requirement = requirementWords(schema);
    const opening = condition === '' ? '' : `${condition}, `;
    if (requirement !== undefined) return { text: `${capitalized(`${opening}${requirement}`)}.` };
    return { text: `${capitalized(condition === '' ? 'always' : condition)}:`, shape: this.shape(schema) };
  }

  private titleOf(part: Schema, discriminator: Schema['discriminator']): string | undefined {
    if (part.$ref === undefined) return undefined;
    const values = Object.entries(discriminator?.mapping ?? {}).flatMap(([value, ref]) =>
      ref === part.$ref ? [value] : [],
    );
    if (discriminator === undefined || values.length === 0) return componentName(part.$ref);
    const shown = values.map((value) => `\`${value}\``).join(', ');
    return `\`${discriminator.propertyName}\` is ${shown}`;
  }
}

/** Tells if a part of `allOf` adds or narrows fields, and is no rule between them. */
function isPlain(part: Schema): boolean {
  return (
    part.if === undefined &&
    part.oneOf === undefined &&
    part.anyOf === undefined &&
    requirementWords(part) === undefined
  );
}
