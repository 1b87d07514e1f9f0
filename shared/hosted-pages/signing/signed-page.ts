import { html } from 'hono/html';
import { formatInstant } from '#shared/hosted-pages/format-instant';
import type { Language } from '#shared/hosted-pages/language';
import { layout, type Markup } from '#shared/hosted-pages/layout';
import { signingTexts } from './texts';

/** Enough of a digest to compare by eye: 64 bits, in fours. */
const SHOWN_DIGITS = 16;

export interface SignedPageView {
  readonly language: Language;
  readonly signedAtMs: number;
  /** Hex SHA-256 of what was signed; unknown once the owner has been removed. */
  readonly sha256: string | undefined;
  /** Whether a second signature was sent. */
  readonly sentAgain: boolean;
}

/**
 * The time of the signature and the digest of the document, but nothing about the person, since the link still opens
 * this page. 409 where a second signature was sent.
 */
export function signedPage(signed: SignedPageView): { readonly status: number; readonly markup: Markup } {
  const { language, signedAtMs, sha256, sentAgain } = signed;
  const texts = signingTexts[language];
  const content = html`<div class="notice good">${sentAgain ? html`<p>${texts.sentAgain}</p>` : ''}<p>${texts.signedText} ${texts.visible}</p></div>
<dl>
<dt>${texts.signedAt}</dt><dd><time datetime="${new Date(signedAtMs).toISOString()}">${formatInstant(signedAtMs, language)}</time></dd>
${sha256 === undefined ? '' : html`<dt>${texts.fingerprint}</dt><dd><code>${groupByFour(sha256)}</code></dd>`}
</dl>
${sha256 === undefined ? '' : html`<p class="hint">${texts.fingerprintHint}</p>`}`;
  return { status: sentAgain ? 409 : 200, markup: layout({ language, title: texts.signedTitle, content }) };
}

function groupByFour(sha256: string): string {
  return (sha256.slice(0, SHOWN_DIGITS).match(/.{4}/g) ?? []).join(' ');
}
