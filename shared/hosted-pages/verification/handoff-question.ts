/** The pages of a device that has opened a code. */
import { randomBytes } from 'node:crypto';
import { html } from 'hono/html';
import type { Asker } from '#shared/hosted-pages/asker';
import { type Page, page } from '#shared/hosted-pages/layout';
import type { HandoffState } from '#shared/identity/domain/handoff';
import { fillText } from '#shared/values/fill-text';
import type { Language } from '#shared/values/languages';
import handoffTexts from './handoff-texts.json';

/**
 * The question that comes before everything else. The form holds 256 random bits. If this device sends Yes again, it gets the same
 * link; another device gets none.
 */
export function handoffQuestion(language: Language): Page {
  const { question } = handoffTexts[language];
  const content = (asker: Asker | undefined) => {
    const partner = asker?.branding.displayName;
    return html`<p>${partner === undefined ? question.text : fillText(question.textOf, { partner })}</p>
<p>${question.warning}</p>
<form method="post"><input type="hidden" name="device" value="${randomBytes(32).toString('base64url')}">
<div class="actions"><button name="action" value="accept">${question.yes}</button><button class="quiet" name="action" value="decline">${question.no}</button></div></form>`;
  };
  return page({ language, title: question.title, content });
}

/** The page of a code that opens nothing any more. */
export function closedHandoffPage(state: Exclude<HandoffState, 'waiting'>, language: Language): Page {
  const { title, text } = handoffTexts[language].closed[state];
  return page({ language, status: 410, title, content: html`<p>${text}</p>` });
}
