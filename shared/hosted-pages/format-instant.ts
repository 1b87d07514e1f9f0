import type { Language } from './language';

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
