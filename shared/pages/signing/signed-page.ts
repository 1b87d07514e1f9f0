import { html } from 'hono/html';
import { instantIn } from '#shared/pages/instant';
import type { Language } from '#shared/pages/language';
import { layout, type Markup } from '#shared/pages/layout';
import { signingTexts } from '#shared/pages/signing/texts';

/** Enough of a digest to compare by eye: 64 bits, in fours. */
const SHOWN_DIGITS = 16;

export interface SignedDeclaration {
  readonly language: Language;
  readonly signedAtMs: number;
  /** Hex SHA-256 of what was signed; unknown once the owner has been taken off the record. */
  readonly sha256: string | undefined;
  /** Something was sent after it had been signed. */
  readonly sentAgain: boolean;
}

/**
 * When it was signed, and what tells the document from another: nothing about who, for the link still opens
 * this. 409 where a second signature was sent.
 */
export function signedPage(signed: SignedDeclaration): { readonly status: number; readonly markup: Markup } {
  const { language, signedAtMs, sha256, sentAgain } = signed;
  const texts = signingTexts[language];
  const content = html`<div class="notice good">${sentAgain ? html`<p>${texts.sentAgain}</p>` : ''}<p>${texts.signedText} ${texts.visible}</p></div>
<dl>
<dt>${texts.signedAt}</dt><dd><time datetime="${new Date(signedAtMs).toISOString()}">${instantIn(signedAtMs, language)}</time></dd>
${sha256 === undefined ? '' : html`<dt>${texts.fingerprint}</dt><dd><code>${inFours(sha256)}</code></dd>`}
</dl>
${sha256 === undefined ? '' : html`<p class="hint">${texts.fingerprintHint}</p>`}`;
  return { status: sentAgain ? 409 : 200, markup: layout({ language, title: texts.signedTitle, content }) };
}

function inFours(sha256: string): string {
  return (sha256.slice(0, SHOWN_DIGITS).match(/.{4}/g) ?? []).join(' ');
}
