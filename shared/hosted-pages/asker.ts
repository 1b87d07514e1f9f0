import { html } from 'hono/html';
import { isLinkToken } from '#shared/links/link-tokens';
import { findLink, type Link } from '#shared/links/repository';
import { contactsOf } from '#shared/partners/branding/contacts';
import { readBranding } from '#shared/partners/branding/repository';
import { DARK_INK, derivedColors } from '#shared/partners/domain/brand-color';
import type { Branding, Logo } from '#shared/partners/domain/branding';
import { logError } from '#shared/platform/observability/log';
import { fillText, type Language } from '#shared/values/languages';
import askerTexts from '../partners/branding/branding-texts.json';
import type { Markup } from './markup';

/** The partner that asks a person to do something on a page, and its request. */
export interface Asker {
  readonly purpose: Link['kind'] | 'PAYMENT';
  readonly branding: Branding;
}

/** Finds the partner and the purpose of a page by its token; `undefined` where no page has it. */
export type AskedBy = (
  token: string,
) => Promise<{ readonly purpose: Asker['purpose']; readonly partnerId: string } | undefined>;

/** Finds whose link a token is. */
export async function askedByLink(token: string): ReturnType<AskedBy> {
  const link = await findLink(token);
  return link && { purpose: link.kind, partnerId: link.partnerId };
}

/**
 * Finds who asks by a page's token: `undefined` for an unknown one, and where the table does not respond, since a page that
 * can be used goes before one that says who asks. The link is read again here, side by side with what the page itself reads:
 * one read unit more, and no round trip. A copy in the link would show a name and a logo that have long been replaced.
 */
export async function findAsker(token: string, askedBy: AskedBy): Promise<Asker | undefined> {
  if (!isLinkToken(token)) return undefined;
  try {
    const found = await askedBy(token);
    return found && { purpose: found.purpose, branding: await readBranding(found.partnerId) };
  } catch (error) {
    logError('a page does not say who asks', error);
    return undefined;
  }
}

// The first lines of a page: who asks, what for, and where help and the privacy notice are.

/** Largest height and width of a logo on a page, in pixels of CSS. */
const SHOWN = { width: 160, height: 48 };

interface AskerView {
  readonly language: Language;
  /** True where the person has something to do on the page. */
  readonly asks: boolean;
}

/** Builds the first lines; nothing for a partner that has set nothing to be shown. */
export function askerMarkup({ purpose, branding }: Asker, { language, asks }: AskerView): Markup | '' {
  const { displayName: partner, logo } = branding;
  const texts = askerTexts[language];
  const sentence = partner && fillText(asks ? texts.purposes[purpose] : texts.sent, { partner });
  const links = linksMarkup(branding, language);
  if (logo === undefined && sentence === undefined && links === '') return '';
  return html`<div class="asker">
${logo === undefined ? '' : logoMarkup(logo, partner === undefined ? texts.logo : '')}
${sentence === undefined ? '' : html`<p>${sentence}</p>`}
${links}
</div>
`;
}

/** @param alt empty where the name stands beside it */
function logoMarkup({ png, width, height }: Logo, alt: string): Markup {
  const scale = Math.min(1, SHOWN.width / width, SHOWN.height / height);
  const [shownWidth, shownHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  return html`<img src="data:image/png;base64,${png}" alt="${alt}" width="${shownWidth}" height="${shownHeight}">`;
}

function linksMarkup(branding: Branding, language: Language): Markup | '' {
  const links = contactsOf(branding, language).map(({ name, url }) => outwardLink(url, name, language));
  return links.length === 0 ? '' : html`<p class="asker-links">${links}</p>`;
}

/** A link to a place of the partner's: in a tab of its own, so that nothing entered on the page is lost. */
export function outwardLink(url: string, text: string, language: Language): Markup {
  return html`<a href="${url}" target="_blank" rel="noopener noreferrer">${text}<span class="unseen"> (${askerTexts[language].newTab})</span></a> `;
}

/** Text of the button that leads back to the partner; `undefined` where it has no name. */
export function goBackText(asker: Asker | undefined, language: Language): string | undefined {
  const partner = asker?.branding.displayName;
  return partner && fillText(askerTexts[language].goBackTo, { partner });
}

/** The partner's colour over those of the style sheet; nothing where it has none. No text of the partner's is in it. */
export function brandStyle({ color }: Branding): string | undefined {
  if (color === undefined) return undefined;
  const { light, dark } = derivedColors(color);
  return `:root { --accent: ${light}; --button: ${color}; --on-button: #fff; }
@media (prefers-color-scheme: dark) { :root { --accent: ${dark}; --button: ${dark}; --on-button: ${DARK_INK}; } }`;
}
