/** Links to a partner's help page and privacy notice, with the same names on every page. */
import type { Branding } from '#shared/partners/domain/branding';
import { fillText, type Language } from '#shared/values/languages';
import brandingTexts from './branding-texts.json';

/** A link to a page of the partner. */
export interface Contact {
  readonly name: string;
  readonly url: string;
}

/** Lists the partner's help page and privacy notice, if set. */
export function contactsOf(
  { displayName: partner, helpUrl, privacyUrl }: Omit<Branding, 'version'>,
  language: Language,
): Contact[] {
  const texts = brandingTexts[language];
  const help = partner === undefined ? texts.help : fillText(texts.helpFrom, { partner });
  const privacy = partner === undefined ? texts.privacy : fillText(texts.privacyOf, { partner });
  const named = [
    { name: help, url: helpUrl },
    { name: privacy, url: privacyUrl },
  ];
  return named.flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url }]));
}

/** Returns the alternative text of a logo. */
export function logoName({ displayName: partner }: Branding, language: Language): string {
  const texts = brandingTexts[language];
  return partner === undefined ? texts.logo : fillText(texts.logoOf, { partner });
}
