import Negotiator from 'negotiator';
import { type Language, languages } from '#shared/values/languages';

/** Countries (ISO 3166) in which pages are Spanish by default. */
const spanishCountries: readonly (string | undefined)[] = ['MX', 'DO'];

/** Values of the request that select the language of a page. */
export interface LanguageRequest {
  /** Header `Accept-Language` (RFC 9110). */
  readonly acceptLanguage: string | undefined;
  /** Value of the `lang` parameter: the person's selection on the page. */
  readonly chosen: string | undefined;
}

/**
 * Returns the person's selection, otherwise the browser's preference, otherwise the language of the link's country (ISO 3166).
 */
export function negotiateLanguage({ acceptLanguage, chosen }: LanguageRequest, country?: string): Language {
  const preferred = new Negotiator({ headers: { 'accept-language': acceptLanguage ?? '' } }).language([...languages]);
  return (
    languages.find((one) => one === chosen) ??
    languages.find((one) => one === preferred) ??
    (spanishCountries.includes(country) ? 'es' : languages[0])
  );
}
