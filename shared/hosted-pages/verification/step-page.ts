/** Frame shared by the steps of the verification page. */
import { html } from 'hono/html';
import { errorSummary, type FormErrors } from '#shared/hosted-pages/form-markup';
import { formatInstant, type Markup, type Page, page } from '#shared/hosted-pages/layout';
import {
  firstStep,
  inputsOfStep,
  reasonsFor,
  stepBeside,
  stepsOf,
  type VerificationStep,
} from '#shared/identity/domain/verification-steps';
import type { VerificationSession } from '#shared/identity/sessions/repository';
import { fillText, type Language } from '#shared/values/languages';
import type { HANDOFF_STEP, HandoffPart } from './handoff';
import verificationTexts from './texts.json';

export type VerificationTexts = (typeof verificationTexts)[Language];

/** A step as it is shown. */
export interface StepView {
  readonly language: Language;
  readonly session: VerificationSession;
  /** The device's part in a hand-off. @default none */
  readonly part?: HandoffPart;
}

interface StepContent extends Pick<Page, 'script' | 'connect'> {
  /** Id of the form in which fields are entered. @default none */
  readonly form?: string;
  readonly content: Markup;
  readonly errors?: FormErrors;
}

/** A step in its frame; 422 where something entered is wrong. */
export function stepPage(
  step: VerificationStep,
  { language, session }: StepView,
  { content, errors = new Map(), ...scripted }: StepContent,
): Page {
  const texts = verificationTexts[language];
  const title = texts.titles[session.kind];
  const prefix = errors.size > 0 ? `${texts.windowErrorPrefix}: ` : '';
  const steps = stepsOf(session);
  const [at, count] = [steps.indexOf(step) + 1, steps.length];
  const progress = html`<p class="steps" id="progress-of-steps">${fillText(texts.stepOf, { at, count })}</p>
<progress class="steps" max="${count}" value="${at}" aria-labelledby="progress-of-steps"></progress>
<h2>${texts.steps[step]}</h2>`;
  return page({
    ...scripted,
    language,
    status: errors.size > 0 ? 422 : 200,
    title,
    windowTitle: `${prefix}${texts.steps[step]} – ${title}`,
    step,
    content: html`${errorSummary(texts.errorSummaryTitle, errors)}${progress}${resubmissionNotice(step, { language, session })}${content}`,
  });
}

/** Says in a verification that is sent again why a step of it is, and on its first step that the rest is kept. */
function resubmissionNotice(
  step: VerificationStep,
  { language, session }: Pick<StepView, 'language' | 'session'>,
): Markup | '' {
  if (session.resubmission === undefined) return '';
  const { resubmission, until } = verificationTexts[language];
  const reasons = reasonsFor(step, session).map((reason) => html`<li>${resubmission.reasons[reason]}</li>`);
  const end = fillText(until, { instant: formatInstant(session.expiresAtMs, language) });
  const intro = step === firstStep(session) ? html`<p>${resubmission.intro} ${end}</p>` : '';
  return reasons.length === 0 ? '' : html`${intro}<div class="notice"><ul>${reasons}</ul></div>`;
}

/** The address of a step, relative to the page. */
export function stepHref(step: VerificationStep | typeof HANDOFF_STEP, language: Language): string {
  return `?lang=${language}&step=${step}`;
}

/** The texts of the script that keeps fields, as attributes of its form. */
export function keptTexts({ kept }: VerificationTexts): Markup {
  return html` data-saved="${kept.saved}" data-unsaved="${kept.unsaved}" data-closed="${kept.closed}"`;
}

/** The place in which it is said that entries are saved. */
const keptSignal = html`<p class="kept" id="kept" role="status"></p>`;

/** The hidden inputs of a step: which it is, and what its inputs held when it was shown. */
export function keptInputs(step: VerificationStep, session: VerificationSession): Markup {
  const { draft } = session;
  const shown = Object.fromEntries(
    inputsOfStep(step).flatMap((input) => (draft[input] ? [[input, draft[input]]] : [])),
  );
  return html`<input type="hidden" name="action" value="next">
<input type="hidden" name="step" value="${step}">
<input type="hidden" name="shown" value="${JSON.stringify(shown)}">`;
}

/** The buttons of a step: on, and back to the step before. */
export function stepActions(step: VerificationStep, { session, language }: StepView): Markup {
  const texts = verificationTexts[language];
  const before = stepBeside(session, step, -1);
  const back =
    before === step ? '' : html`<a class="button quiet" href="${stepHref(before, language)}">${texts.back}</a>`;
  return html`${keptSignal}<div class="actions"><button>${texts.next}</button>${back}</div>`;
}
