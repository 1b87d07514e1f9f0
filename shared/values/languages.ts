/** Languages of pages and documents; the first one is the default. */
export const languages = ['en', 'es', 'pt'] as const;
export type Language = (typeof languages)[number];

/** A text with values in place of the names in braces. What is put in is not looked at again. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
