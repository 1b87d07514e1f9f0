import { html } from 'hono/html';
import { isLinkToken } from '#shared/links/link-tokens';
import { findHandoffCode, findLink, type Link } from '#shared/links/repository';
import { contactsOf } from '#shared/partners/branding/contacts';
import { readBranding } from '#shared/partners/branding/repository';
import { DARK_INK, derivedColors } from '#shared/partners/domain/brand-color';
import type { Branding, Logo } from '#shared/partners/domain/branding';
import { logError } from '#shared/platform/observability/log';
import { fillText, type Language } from '#shared/values/languages';
import brandingTexts from '../partners/branding/branding-texts.json';
import type { Markup } from './markup';

/** The branding of the partner that requests something of a person on a page, and the purpose of its request. */
export interface PageBranding {
  readonly purpose: Link['kind'] | 'PAYMENT';
  readonly branding: Branding;
}

/** Finds the partner and the purpose of a page by its token; `undefined` if no page has it. */
export type FindRequester = (
  token: string,
) => Promise<{ readonly purpose: PageBranding['purpose']; readonly partnerId: string } | undefined>;

/** Finds the requester of a link by its token. */
export async function findLinkRequester(token: string): ReturnType<FindRequester> {
  const link = await findLink(token);
  return link && { purpose: link.kind, partnerId: link.partnerId };
}

/** Finds the requester of a verification by the token of a link, or by a code that hands it to another device. */
export const findVerificationRequester: FindRequester = async (token) => {
  const requester = await findLinkRequester(token);
  if (requester !== undefined) return requester;
  const code = await findHandoffCode(token);
  return code && { purpose: code.kind, partnerId: code.partnerId };
};

/**
 * Finds the branding of a page by its token: `undefined` for an unknown one, and if the table does not respond, since the page
 * works without it. The link is read again here, in parallel with what the page itself reads: one more read unit, and no
 * round trip. A copy in the link would show a name and a logo that have been replaced since.
 */
export async function findPageBranding(token: string, findRequester: FindRequester): Promise<PageBranding | undefined> {
  if (!isLinkToken(token)) return undefined;
  try {
    const found = await findRequester(token);
    return found && { purpose: found.purpose, branding: await readBranding(found.partnerId) };
  } catch (error) {
    logError('a page is shown without its branding', error);
    return undefined;
  }
}

// The first lines of a page: the requester, its purpose, and the links to help and the privacy notice.

/** Largest height and width of a logo on a page, in pixels of CSS. */
const SHOWN = { width: 160, height: 48 };

interface BrandingView {
  readonly language: Language;
  /** True if the person has something to do on the page. */
  readonly asks: boolean;
}

/** Builds the first lines; nothing for a partner that has set nothing to be shown. */
export function brandingMarkup({ purpose, branding }: PageBranding, { language, asks }: BrandingView): Markup | '' {
  const { displayName: partner, logo } = branding;
  const texts = brandingTexts[language];
  const sentence = partner && fillText(asks ? texts.purposes[purpose] : texts.sent, { partner });
  const links = linksMarkup(branding, language);
  if (logo === undefined && sentence === undefined && links === '') return '';
  return html`<div class="branding">
${logo === undefined ? '' : logoMarkup(logo, partner === undefined ? texts.logo : '')}
${sentence === undefined ? '' : html`<p>${sentence}</p>`}
${links}
</div>
`;
}

/** @param alt empty if the name stands next to it */
function logoMarkup({ png, width, height }: Logo, alt: string): Markup {
  const scale = Math.min(1, SHOWN.width / width, SHOWN.height / height);
  const [shownWidth, shownHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  return html`<img src="data:image/png;base64,${png}" alt="${alt}" width="${shownWidth}" height="${shownHeight}">`;
}

function linksMarkup(branding: Branding, language: Language): Markup | '' {
  const links = contactsOf(branding, language).map(({ name, url }) => outwardLink(url, name, language));
  return links.length === 0 ? '' : html`<p class="branding-links">${links}</p>`;
}

/** A link to a place of the partner's: in a separate tab, so that nothing entered on the page is lost. */
export function outwardLink(url: string, text: string, language: Language): Markup {
  return html`<a href="${url}" target="_blank" rel="noopener noreferrer">${text}<span class="unseen"> (${brandingTexts[language].newTab})</span></a> `;
}

/** Label of the button back to the partner; `undefined` if the partner has no name. */
export function goBackText(pageBranding: PageBranding | undefined, language: Language): string | undefined {
  const partner = pageBranding?.branding.displayName;
  return partner && fillText(brandingTexts[language].goBackTo, { partner });
}

/** The partner's colour over the colours of the style sheet; empty if it has none. It contains no text of the partner. */
export function brandStyle({ color }: Branding): string | undefined {
  if (color === undefined) return undefined;
  const { light, dark } = derivedColors(color);
  return `:root { --accent: ${light}; --button: ${color}; --on-button: #fff; }
@media (prefers-color-scheme: dark) { :root { --accent: ${dark}; --button: ${dark}; --on-button: ${DARK_INK}; } }`;
}
