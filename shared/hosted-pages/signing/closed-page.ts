import { html } from 'hono/html';
import { failurePage } from '#shared/hosted-pages/failure-page';
import { formatInstant } from '#shared/hosted-pages/language';
import { type Markup, type Page, page } from '#shared/hosted-pages/layout';
import type { AssociatedPerson } from '#shared/signatures/domain/associated-person';
import type { ClosedDeclaration } from '#shared/signatures/open-declaration';
import { fillText } from '#shared/values/fill-text';
import type { Language } from '#shared/values/languages';
import signingTexts from './texts.json';

/** Enough of a digest to compare by eye: 64 bits, in fours. */
const SHOWN_DIGITS = 16;

interface ClosedPageView {
  readonly language: Language;
  readonly token: string;
  readonly nowMs: number;
  readonly link: { readonly expiresAtMs: number };
  readonly person: AssociatedPerson | undefined;
  /** True if a second signature was sent. */
  readonly sentAgain: boolean;
}

/**
 * Builds the page of a signing link that has nothing to sign. After a signature it has its time, the digest of the
 * record and the signer's copy, but says nothing about the person. 409 where a second signature was sent.
 */
export function closedSigningPage(closed: ClosedDeclaration, view: ClosedPageView): Page {
  const { language, person, sentAgain } = view;
  if (closed.outcome !== 'already-signed') return failurePage(closed.outcome, language);
  const { signedAtMs } = closed;
  const signed = person?.declaration?.signed;
  // This link shows nothing of a newer declaration of the same person.
  const sha256 = signed?.atMs === signedAtMs ? signed.sha256 : undefined;
  const texts = signingTexts[language];
  const content = html`<div class="notice good">${sentAgain ? html`<p>${texts.sentAgain}</p>` : ''}<p>${texts.signedText} ${texts.visible}</p></div>
<dl>
<dt>${texts.signedAt}</dt><dd><time datetime="${new Date(signedAtMs).toISOString()}">${formatInstant(signedAtMs, language)}</time></dd>
${sha256 === undefined ? '' : html`<dt>${texts.fingerprint}</dt><dd><code>${groupByFour(sha256)}</code></dd>`}
</dl>
${sha256 === undefined ? '' : html`<p class="hint">${texts.fingerprintHint}</p>`}
${signerCopy(view)}`;
  return page({ language, status: sentAgain ? 409 : 200, title: texts.signedTitle, asks: false, content });
}

/** The link to the signer's copy, for as long as it leads there. */
function signerCopy({ language, token, nowMs, link: { expiresAtMs } }: ClosedPageView): Markup | '' {
  if (nowMs >= expiresAtMs) return '';
  const texts = signingTexts[language];
  const until = fillText(texts.copyUntil, { instant: formatInstant(expiresAtMs, language) });
  return html`<p class="actions"><a class="button" href="${token}/document?lang=${language}" download>${texts.copy}</a></p>
<p class="hint">${until}</p>`;
}

function groupByFour(sha256: string): string {
  return (sha256.slice(0, SHOWN_DIGITS).match(/.{4}/g) ?? []).join(' ');
}
