/** Rules for a text field that depend on the value of another text field. The rules apply in checks and in JSON Schema. */
import * as z from 'zod/mini';

/**
 * Rule: if the field `by` contains one of `values`, the text in `field` must match `form`. `form` must have no flags, because
 * JSON Schema contains only the source of the expression.
 */
export interface DependentForm {
  readonly by: string;
  readonly values: readonly string[];
  readonly field: string;
  readonly form: RegExp;
  readonly message: string;
}

type Texts = Readonly<Record<string, unknown>>;

/** Returns the checks of the rules and adds the rules to the JSON Schema. The checks run even if the object has other errors. */
export function dependentForms<T>(rules: readonly DependentForm[]): z.core.$ZodCheck<T>[] {
  const allOf = rules.map(({ by, values, field, form }) => ({
    if: { properties: { [by]: { enum: values } }, required: [by] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { [field]: { pattern: form.source } } },
  }));
  return [...rules.map(({ form, ...rule }) => dependentCheck<T>(rule, (text) => form.test(text))), z.meta({ allOf })];
}

/**
 * Returns a check that calls `holds` with the text of `field`, if the field `by` contains one of `values`. An absent text is
 * valid.
 */
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
