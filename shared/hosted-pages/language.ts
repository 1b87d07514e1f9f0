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
