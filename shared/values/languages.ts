/** Languages of hosted pages and documents; the first is the default. */
export const languages = ['en', 'es', 'pt'] as const;
export type Language = (typeof languages)[number];

/** Replaces `{name}` in a text with the value of that name. Names inside the values are not replaced. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** Locale of numbers and times in each language. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es-MX', pt: 'pt-BR' };

/** Formats a time as text in the time zone of Mexico City, including the name of the time zone. */
export function formatInstant(atMs: number, language: Language): string {
  const text = new Intl.DateTimeFormat(locales[language], {
    timeZone: 'America/Mexico_City',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(atMs);
  // The non-breaking hyphen prevents a line break inside the name of the time zone.
  return text.replace('GMT-', 'GMT\u2011');
}
