import { html } from 'hono/html';
import type { Language } from '#shared/hosted-pages/language';
import { layout, type Markup } from '#shared/hosted-pages/layout';
import { verificationTexts } from './texts';

/**
 * The page of a link that was used. Nothing of what was entered is on it.
 * @param redirectUri where the partner wants the person back; nothing is added to it
 */
export function donePage(
  language: Language,
  redirectUri: string | undefined,
): { readonly status: number; readonly markup: Markup } {
  const texts = verificationTexts[language];
  const next =
    redirectUri === undefined
      ? html`<p>${texts.close}</p>`
      : html`<div class="actions"><a class="button" href="${redirectUri}" rel="noreferrer">${texts.goBack}</a></div>`;
  const content = html`<div class="notice good"><p>${texts.doneText}</p><p>${texts.doneUsed}</p></div>${next}`;
  return { status: 200, markup: layout({ language, title: texts.doneTitle, content }) };
}
