/** Forms of one text of an object that depend on another of its texts, both in checks and in JSON Schema. */
import * as z from 'zod/mini';

/** A rule of the text `field` in objects whose text `by` is one of `values`. Forms have no flags: JSON Schema quotes them. */
export interface DependentForm {
  readonly by: string;
  readonly values: readonly string[];
  readonly field: string;
  readonly form: RegExp;
  readonly message: string;
}

type Texts = Readonly<Record<string, unknown>>;

/** Checks an object by the rules, even if it has other faults, and adds the rules to its JSON Schema. */
export function dependentForms<T>(rules: readonly DependentForm[]): z.core.$ZodCheck<T>[] {
  const allOf = rules.map(({ by, values, field, form }) => ({
    if: { properties: { [by]: { enum: values } }, required: [by] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { [field]: { pattern: form.source } } },
  }));
  return [...rules.map(({ form, ...rule }) => dependentCheck<T>(rule, (text) => form.test(text))), z.meta({ allOf })];
}

/** Checks one text of an object by a rule whose form is code; an absent text holds. */
export function dependentCheck<T>(
  { by, values, field, message }: Omit<DependentForm, 'form'>,
  holds: (text: string) => boolean,
): z.core.$ZodCheck<T> {
  return z.refine<T>(
    (value) => {
      const texts: Texts = typeof value === 'object' && value !== null ? { ...value } : {};
      const [deciding, checked] = [texts[by], texts[field]];
      return (
        typeof deciding !== 'string' || typeof checked !== 'string' || !values.includes(deciding) || holds(checked)
      );
    },
    { path: [field], error: message, when: () => true },
  );
}
