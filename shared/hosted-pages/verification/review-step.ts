import { html } from 'hono/html';
import type { Markup, Page } from '#shared/hosted-pages/layout';
import { slotsFor } from '#shared/identity/domain/upload-slots';
import { draftFields } from '#shared/identity/domain/verification-draft';
import { formatFieldValue } from './controls';
import { type StepView, stepHref, stepPage } from './step-page';
import verificationTexts from './texts.json';

/** The step in which everything is seen once more and sent. */
export function reviewStep(view: StepView): Page {
  const { language, session } = view;
  const texts = verificationTexts[language];
  const details = draftFields[session.kind].flatMap((field) => {
    const value = session.draft[field] ?? '';
    return value === '' ? [] : [line(texts.fields[field].label, formatFieldValue(field, value, language))];
  });
  const files = slotsFor(session.kind)
    .filter((slot) => session.files.some((file) => file.slot === slot))
    .map((slot) => line(texts.slots[slot].label, texts.added));
  const content = html`
<p>${texts.reviewIntro}</p>
${part(texts.dataHeading, details, texts.left)}
<p><a href="${stepHref('data', language)}">${texts.change}<span class="unseen">: ${texts.dataHeading}</span></a></p>
${part(texts.filesHeading, files, texts.left)}
<p><a href="${stepHref('files', language)}">${texts.change}<span class="unseen">: ${texts.filesHeading}</span></a></p>
<form method="post">
<input type="hidden" name="action" value="send">
<p class="hint">${texts.sendHint}</p>
<div class="actions"><button>${texts.send}</button><a class="button quiet" href="${stepHref('files', language)}">${texts.back}</a></div>
</form>`;
  return stepPage('review', view, { content });
}

function part(heading: string, lines: readonly Markup[], nothing: string): Markup {
  return html`<h2>${heading}</h2>${lines.length === 0 ? html`<p class="hint">${nothing}</p>` : html`<dl>${lines}</dl>`}`;
}

function line(label: string, value: string): Markup {
  return html`<dt>${label}</dt><dd>${value}</dd>`;
}
