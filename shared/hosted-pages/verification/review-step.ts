import { html } from 'hono/html';
import type { Markup, Page } from '#shared/hosted-pages/layout';
import { DOCUMENT_KIND, documentKindOf, textOf } from '#shared/identity/domain/verification-draft';
import { stepBeside, stepContents, stepsOf, type VerificationStep } from '#shared/identity/domain/verification-steps';
import { formatFieldValue } from './controls';
import { slotTexts, usedFiles } from './files-step';
import { handoffAside, handoffScriptFor } from './handoff';
import { ownerLines } from './owners-step';
import { type StepView, stepHref, stepPage } from './step-page';
import verificationTexts from './texts.json';

/** The step in which everything is seen once more and sent. */
export function reviewStep(view: StepView): Page {
  const { language, session } = view;
  const texts = verificationTexts[language];
  const parts = stepsOf(session).filter((step) => step !== 'review');
  const content = html`${handoffAside('review', view)}
<p>${texts.reviewIntro}${session.resubmission === undefined ? '' : ` ${texts.resubmission.kept}`}</p>
${parts.map((step) => part(step, linesOf(step, view), view))}
<form method="post">
<input type="hidden" name="action" value="send">
<p class="hint">${texts.sendHint}</p>
<div class="actions"><button>${texts.send}</button><a class="button quiet" href="${stepHref(stepBeside(session, 'review', -1), language)}">${texts.back}</a></div>
</form>`;
  return stepPage('review', view, { content, script: handoffScriptFor(view.part) || undefined });
}

/** Values and files of a step, by its label. */
function linesOf(step: VerificationStep, view: StepView): readonly Markup[] {
  const { language, session } = view;
  if (step === 'owners') return ownerLines(view).map(([label, value]) => line(label, value));
  const texts = verificationTexts[language];
  const { fields, slots } = stepContents[step];
  const entered = fields.flatMap((field) => {
    if (field === DOCUMENT_KIND) {
      const kind = documentKindOf(session.draft);
      return kind === undefined ? [] : [line(texts.fields[field].label, texts.documentKinds[kind])];
    }
    const value = textOf(session.draft, field);
    return value === '' ? [] : [line(texts.fields[field].label, formatFieldValue(field, value, language))];
  });
  const added = usedFiles(session).filter(({ slot }) => slots.includes(slot));
  return [...entered, ...added.map(({ slot }) => line(slotTexts(slot, session, texts).label, texts.added))];
}

function part(step: VerificationStep, lines: readonly Markup[], { language }: StepView): Markup {
  const texts = verificationTexts[language];
  const shown = lines.length === 0 ? html`<p class="hint">${texts.left}</p>` : html`<dl>${lines}</dl>`;
  return html`<h3>${texts.steps[step]}</h3>${shown}
<p><a href="${stepHref(step, language)}">${texts.change}<span class="unseen">: ${texts.steps[step]}</span></a></p>`;
}

function line(label: string, value: string): Markup {
  return html`<dt>${label}</dt><dd>${value}</dd>`;
}
