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

/** Branding of the partner that requested a page, and the purpose of the page. */
export interface PageBranding {
  readonly purpose: Link['kind'] | 'PAYMENT';
  readonly branding: Branding;
}

/** Finds the partner and the purpose of a page by its token; `undefined` for an unknown token. */
export type FindRequester = (
  token: string,
) => Promise<{ readonly purpose: PageBranding['purpose']; readonly partnerId: string } | undefined>;

/** Finds the partner and the purpose of a link by its token. */
export async function findLinkRequester(token: string): ReturnType<FindRequester> {
  const link = await findLink(token);
  return link && { purpose: link.kind, partnerId: link.partnerId };
}

/**
 * Finds the partner and the purpose of a verification by the link's token, or by a code that continues the verification on
 * another device.
 */
export const findVerificationRequester: FindRequester = async (token) => {
  const requester = await findLinkRequester(token);
  if (requester !== undefined) return requester;
  const code = await findHandoffCode(token);
  return code && { purpose: code.kind, partnerId: code.partnerId };
};

/**
 * Finds a page's branding by its token; `undefined` if the token is unknown or the read fails. The link contains no copy of the
 * branding, because a copy could be outdated. In parallel, the handler reads the link again, for one read unit.
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

// Markup of the top of a page: partner, purpose, and links to help and the privacy notice.

/** Maximum width and height of a logo on a page, in CSS pixels. */
const SHOWN = { width: 160, height: 48 };

interface BrandingView {
  readonly language: Language;
  /** True if the person must do something on the page. */
  readonly asks: boolean;
}

/** Builds the top of a page; empty if the partner's branding is empty. */
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

/** @param alt empty if the page shows the partner's name next to the logo */
function logoMarkup({ png, width, height }: Logo, alt: string): Markup {
  const scale = Math.min(1, SHOWN.width / width, SHOWN.height / height);
  const [shownWidth, shownHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  return html`<img src="data:image/png;base64,${png}" alt="${alt}" width="${shownWidth}" height="${shownHeight}">`;
}

function linksMarkup(branding: Branding, language: Language): Markup | '' {
  const links = contactsOf(branding, language).map(({ name, url }) => outwardLink(url, name, language));
  return links.length === 0 ? '' : html`<p class="branding-links">${links}</p>`;
}

/** Builds a link to a page of the partner. The link opens a new tab, so that no input on this page is lost. */
export function outwardLink(url: string, text: string, language: Language): Markup {
  return html`<a href="${url}" target="_blank" rel="noopener noreferrer">${text}<span class="unseen"> (${brandingTexts[language].newTab})</span></a> `;
}

/** Returns the label of the button that leads back to the partner; `undefined` if the partner has no name. */
export function goBackText(pageBranding: PageBranding | undefined, language: Language): string | undefined {
  const partner = pageBranding?.branding.displayName;
  return partner && fillText(brandingTexts[language].goBackTo, { partner });
}

/**
 * Returns styles that replace the default colors with the partner's color; `undefined` without a partner color. The only input of
 * the partner in the styles is a validated color (`#rrggbb`).
 */
export function brandStyle({ color }: Branding): string | undefined {
  if (color === undefined) return undefined;
  const { light, dark } = derivedColors(color);
  return `:root { --accent: ${light}; --button: ${color}; --on-button: #fff; }
@media (prefers-color-scheme: dark) { :root { --accent: ${dark}; --button: ${dark}; --on-button: ${DARK_INK}; } }`;
}
