/** Builds the common layout of all steps of the verification page. */
import { html } from 'hono/html';
import { errorSummary, type FormErrors } from '#shared/hosted-pages/form-markup';
import { type Markup, type Page, page } from '#shared/hosted-pages/layout';
import { pictureCode } from '#shared/hosted-pages/picture-code';
import { canHandOff, finishedStep, handedOffStep, handoffState, isFollowing } from '#shared/identity/domain/handoff';
import {
  firstStep,
  inputsOfStep,
  reasonsFor,
  stepBeside,
  stepsOf,
  type VerificationStep,
} from '#shared/identity/domain/verification-steps';
import { handoffCode } from '#shared/identity/sessions/open-verification-session';
import type { VerificationSession } from '#shared/identity/sessions/repository';
import { fillText, formatInstant, type Language } from '#shared/values/languages';
import { finishedText, followAttributes, HANDOFF_STEP, type HandoffPart } from './handoff';
import { handoffScript } from './handoff-script';
import handoffTexts from './handoff-texts.json';
import verificationTexts from './texts.json';

export type VerificationTexts = (typeof verificationTexts)[Language];

/** Data for the page of a step. */
export interface StepView {
  readonly language: Language;
  readonly session: VerificationSession;
  /** Role of this device if the person continues on a second device. @default none */
  readonly part?: HandoffPart;
}

interface StepContent extends Pick<Page, 'script' | 'connect'> {
  /** Id of the form with the fields. @default no form */
  readonly form?: string;
  readonly content: Markup;
  readonly errors?: FormErrors;
}

/** Builds the page of a step. The status is 422 if the input has errors. */
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

/** Builds the notice with the reasons to resubmit a step. On the first step, it also explains that all other data is kept. */
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

/** Returns the URL of a step, relative to the page. */
export function stepHref(step: VerificationStep | typeof HANDOFF_STEP, language: Language): string {
  return `?lang=${language}&step=${step}`;
}

/** Returns the texts of the script that saves fields, as attributes of the form. */
export function keptTexts({ kept }: VerificationTexts): Markup {
  return html` data-saved="${kept.saved}" data-unsaved="${kept.unsaved}" data-closed="${kept.closed}"`;
}

/** Element that shows whether the input is saved. */
const keptSignal = html`<p class="kept" id="kept" role="status"></p>`;

/** Builds the hidden inputs of a step: the step's name, and the stored values at the time of display. */
export function keptInputs(step: VerificationStep, session: VerificationSession): Markup {
  const { draft } = session;
  const shown = Object.fromEntries(
    inputsOfStep(step).flatMap((input) => (draft[input] ? [[input, draft[input]]] : [])),
  );
  return html`<input type="hidden" name="action" value="next">
<input type="hidden" name="step" value="${step}">
<input type="hidden" name="shown" value="${JSON.stringify(shown)}">`;
}

/** Builds the buttons of a step: continue, and back to the previous step. */
export function stepActions(step: VerificationStep, { session, language }: StepView): Markup {
  const texts = verificationTexts[language];
  const before = stepBeside(session, step, -1);
  const back =
    before === step ? '' : html`<a class="button quiet" href="${stepHref(before, language)}">${texts.back}</a>`;
  return html`${keptSignal}<div class="actions"><button>${texts.next}</button>${back}</div>`;
}

// Page of the first device with the code for the second device, and the state of this code.

interface CodeView {
  readonly language: Language;
  /** Time of the request, epoch ms. */
  readonly nowMs: number;
  /** Token of the first device's link. */
  readonly token: string;
  readonly baseUrl: string;
}

/** Builds the page with the code, for a session with a hand-off. */
export function handoffPage(session: VerificationSession, view: CodeView): Page {
  const { language, nowMs } = view;
  const { handoff } = session;
  if (handoff === undefined) throw new Error('The session has no hand-off');
  const texts = handoffTexts[language];
  const state = handoffState(handoff, nowMs);
  const { title, text } = texts.states[state];
  const content = html`<div${followAttributes(session, nowMs)}>
${state === 'waiting' ? waiting(session, view) : html`<div class="notice ${state === 'used' ? 'good' : 'bad'}"><p>${text}${state === 'used' ? finishedText({ language, session }) : ''}</p></div>`}
${actions(session, view)}
</div>`;
  return page({
    language,
    title,
    step: HANDOFF_STEP,
    content,
    script: isFollowing(handoff, nowMs) ? handoffScript : undefined,
  });
}

function waiting(session: VerificationSession, { language, token, baseUrl }: CodeView): Markup {
  const texts = handoffTexts[language];
  const { id = '', expiresAtMs = 0 } = session.handoff ?? {};
  const address = `${baseUrl}/verify/${handoffCode(token, id)}?lang=${language}`;
  return html`<ol><li>${texts.scan}</li><li>${texts.confirm}</li><li>${texts.add}</li></ol>
<figure class="code" id="handoff-code">${pictureCode(address, texts.codeLabel)}
<figcaption>${fillText(texts.until, { instant: formatInstant(expiresAtMs, language) })}</figcaption></figure>
<p>${texts.addressHint}<br><span id="address">${address}</span></p>
<p><button type="button" class="quiet" data-copy="${address}" data-copied="${texts.copied}" hidden>${texts.copy}</button> <span id="copied" role="status"></span></p>
<p class="hint" data-with-script hidden>${texts.follows}</p>
<noscript><p class="hint">${texts.checkHint}</p></noscript>`;
}

/** Builds the buttons: check again, create another code, or continue on this device. */
function actions(session: VerificationSession, { language, nowMs }: CodeView): Markup {
  const texts = handoffTexts[language];
  const { handoff } = session;
  const state = handoff && handoffState(handoff, nowMs);
  const step = handedOffStep(session) ?? session.step;
  const isOn = finishedStep(session) !== undefined;
  const check = html`<a class="button quiet" href="${stepHref(HANDOFF_STEP, language)}">${texts.check}</a>`;
  const here = html`<a class="button quiet" href="${stepHref(step, language)}">${isOn ? texts.onward : texts.here}</a>`;
  const another = canHandOff(session, nowMs)
    ? html`<button${state === 'used' ? html` class="quiet"` : ''} name="action" value="handoff">${texts.another}</button>`
    : '';
  return html`<form method="post"><input type="hidden" name="step" value="${step}">
<div class="actions">${state === 'waiting' ? html`${check}<button class="quiet" name="action" value="stay">${texts.here}</button>` : state === 'used' ? html`${check}${here}${another}` : html`${another}${here}`}</div></form>`;
}
