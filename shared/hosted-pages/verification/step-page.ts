/** Frame shared by the steps of the verification page. */
import { html } from 'hono/html';
import { errorSummary, type FormErrors } from '#shared/hosted-pages/form-markup';
import { type Markup, type Page, page } from '#shared/hosted-pages/layout';
import {
  type VerificationSession,
  type VerificationStep,
  verificationSteps,
} from '#shared/identity/sessions/repository';
import type { Language } from '#shared/values/languages';
import verificationTexts from './texts.json';

export type VerificationTexts = (typeof verificationTexts)[Language];

/** A step as it is shown. */
export interface StepView {
  readonly language: Language;
  readonly session: VerificationSession;
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
  const item = (one: VerificationStep, at: number) =>
    html`<li${one === step ? html` aria-current="step"` : ''}>${at + 1}. ${texts.steps[one]}</li>`;
  const stepList = html`<ol class="steps" aria-label="${texts.stepsLabel}">${verificationSteps.map(item)}</ol>`;
  return page({
    ...scripted,
    language,
    status: errors.size > 0 ? 422 : 200,
    title,
    windowTitle: `${prefix}${texts.steps[step]} – ${title}`,
    step,
    content: html`${stepList}${errorSummary(texts.errorSummaryTitle, errors)}${content}`,
  });
}

/** The address of a step, relative to the page. */
export function stepHref(step: VerificationStep, language: Language): string {
  return `?lang=${language}&step=${step}`;
}

/** The texts of the script that keeps fields, as attributes of its form. */
export function keptTexts({ kept }: VerificationTexts): Markup {
  return html` data-saved="${kept.saved}" data-unsaved="${kept.unsaved}" data-closed="${kept.closed}"`;
}

/** The place in which it is said that entries are saved. */
export const keptSignal = html`<p class="kept" id="kept" role="status"></p>`;

/** The hidden inputs of a step: which it is, and what its fields held when it was shown. */
export function keptInputs(step: VerificationStep, { draft }: VerificationSession, fields: readonly string[]): Markup {
  const shown = Object.fromEntries(fields.flatMap((field) => (draft[field] ? [[field, draft[field]]] : [])));
  return html`<input type="hidden" name="action" value="${step}">
<input type="hidden" name="shown" value="${JSON.stringify(shown)}">`;
}
