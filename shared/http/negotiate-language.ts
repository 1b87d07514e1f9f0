import Negotiator from 'negotiator';
import { type Language, languages } from '#shared/values/languages';

/** Countries (ISO 3166) of links whose pages are Spanish where nothing else tells the language. */
const spanishCountries: readonly (string | undefined)[] = ['MX', 'DO'];

/** Source of a page's language. */
export interface LanguageRequest {
  /** Header of the request (RFC 9110). */
  readonly acceptLanguage: string | undefined;
  /** Value of the `lang` parameter: the choice made on the page itself. */
  readonly chosen: string | undefined;
}

/**
 * Returns the language of a page: the chosen one, else the browser's preference, else the language of the link's
 * country.
 * @param country ISO 3166 code of the link's country, if it is known
 */
export function negotiateLanguage({ acceptLanguage, chosen }: LanguageRequest, country?: string): Language {
  const preferred = new Negotiator({ headers: { 'accept-language': acceptLanguage ?? '' } }).language([...languages]);
  return (
    languages.find((one) => one === chosen) ??
    languages.find((one) => one === preferred) ??
    (spanishCountries.includes(country) ? 'es' : languages[0])
  );
}
