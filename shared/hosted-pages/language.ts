import Negotiator from 'negotiator';

/** Languages of the pages; the first one is the default. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/**
 * The language of a page: as chosen on the page itself, else what the browser prefers (RFC 9110, Accept-Language).
 * @param chosen value of the `lang` parameter
 */
export function negotiateLanguage(acceptLanguage: string | undefined, chosen: string | undefined): Language {
  const preferred = new Negotiator({ headers: { 'accept-language': acceptLanguage ?? '' } }).language([...languages]);
  return languages.find((one) => one === chosen) ?? languages.find((one) => one === preferred) ?? 'en';
}

const locales: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es-MX' };

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
