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
