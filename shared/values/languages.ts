/** Languages of pages and documents; the first one is the default. */
export const languages = ['en', 'es', 'pt'] as const;
export type Language = (typeof languages)[number];

/** Replaces the names in braces with values. It does not replace names in the values. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** The writing of numbers and instants in each language. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es-MX', pt: 'pt-BR' };

/** An instant in words, on the clock of Mexico City, which the whole service reckons days by; the zone is named. */
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
  // The zone's hyphen is no place to break a line.
  return text.replace('GMT-', 'GMT\u2011');
}
