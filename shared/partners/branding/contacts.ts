/** The places of a partner's that people are led to, by the names that they have everywhere. */
import type { Branding } from '#shared/partners/domain/branding';
import { fillText, type Language } from '#shared/values/languages';
import brandingTexts from './branding-texts.json';

/** A place of the partner's. */
export interface Contact {
  readonly name: string;
  readonly url: string;
}

/** Lists where help and the privacy notice are, as far as the partner has set it. */
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

/** The alternative text of a logo. */
export function logoName({ displayName: partner }: Branding, language: Language): string {
  const texts = brandingTexts[language];
  return partner === undefined ? texts.logo : fillText(texts.logoOf, { partner });
}
