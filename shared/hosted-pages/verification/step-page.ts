/** What every step of the verification page has in common. */
import { html } from 'hono/html';
import type { Language } from '#shared/hosted-pages/language';
import { layout, type Markup } from '#shared/hosted-pages/layout';
import {
  type VerificationSession,
  type VerificationStep,
  verificationSteps,
} from '#shared/identity/sessions/repository';
import { type VerificationTexts, verificationTexts } from './texts';

/** A step as it is shown. */
export interface StepView {
  readonly language: Language;
  readonly session: VerificationSession;
}

/** One thing wrong: the id of its input, and what to do about it. */
export interface ErrorSummaryLine {
  readonly input: string;
  readonly text: string;
}

export interface StepReply {
  readonly status: number;
  readonly markup: Markup;
  readonly script?: string;
  readonly connect?: readonly string[];
}

/** A step in its frame; 422 where something entered is wrong. */
export function stepPage(
  step: VerificationStep,
  { language, session }: StepView,
  {
    content,
    errors,
    script,
  }: { readonly content: Markup; readonly errors: readonly ErrorSummaryLine[]; readonly script?: string },
): StepReply {
  const texts = verificationTexts[language];
  const title = texts.titles[session.kind];
  const windowTitle = `${errors.length > 0 ? `${texts.windowErrorPrefix}: ` : ''}${texts.steps[step]} – ${title}`;
  return {
    status: errors.length > 0 ? 422 : 200,
    ...(script === undefined ? {} : { script }),
    markup: layout({
      language,
      title,
      windowTitle,
      step,
      script,
      content: html`${stepList(step, texts)}${errorSummary(errors, texts)}${content}`,
    }),
  };
}

function stepList(shown: VerificationStep, texts: VerificationTexts): Markup {
  const item = (step: VerificationStep, at: number) =>
    html`<li${step === shown ? html` aria-current="step"` : ''}>${at + 1}. ${texts.steps[step]}</li>`;
  return html`<ol class="steps" aria-label="${texts.stepsLabel}">${verificationSteps.map(item)}</ol>`;
}

/** Where the focus lands after a refused form: what is wrong, each line a way to its input. */
function errorSummary(errors: readonly ErrorSummaryLine[], texts: VerificationTexts): Markup | '' {
  if (errors.length === 0) return '';
  return html`<div class="notice bad" id="error-summary" role="alert" tabindex="-1" autofocus>
<h2>${texts.errorSummaryTitle}</h2>
<ul>${errors.map(({ input, text }) => html`<li><a href="#${input}">${text}</a></li>`)}</ul>
</div>`;
}

/** The address of a step, relative to the page. */
export function stepHref(step: VerificationStep, language: Language): string {
  return `?lang=${language}&step=${step}`;
}

/** Links an input to its hint and its error, for screen readers. */
export function described(
  input: string,
  { hint, invalid }: { readonly hint: boolean; readonly invalid: boolean },
): Markup | '' {
  const ids = [...(hint ? [`${input}-hint`] : []), ...(invalid ? [`${input}-error`] : [])];
  if (ids.length === 0) return '';
  return html` aria-describedby="${ids.join(' ')}"${invalid ? html` aria-invalid="true"` : ''}`;
}

/** The line under a label that says what is wrong. */
export function errorMessage(input: string, text: string | undefined): Markup | '' {
  return text === undefined ? '' : html`<p class="error" id="${input}-error">${text}</p>`;
}
