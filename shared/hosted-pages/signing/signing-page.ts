import { html } from 'hono/html';
import { formatInstant } from '#shared/hosted-pages/format-instant';
import type { Language } from '#shared/hosted-pages/language';
import { layout, type Markup } from '#shared/hosted-pages/layout';
import type { DeclarationText, Detail } from '#shared/signatures/domain/declaration-text';
import { signingScript } from './script';
import {
  declarationFingerprint,
  type SigningForm,
  type SigningInputId,
  type SigningViolation,
  type SigningViolations,
} from './signing-form';
import { type SigningTexts, signingTexts } from './texts';

/** A declaration that waits for its signature, and what was entered so far. */
export interface SigningPageView {
  readonly language: Language;
  readonly declarationText: DeclarationText;
  /** The owner's stored name. */
  readonly ownerName: string;
  readonly expiresAtMs: number;
  readonly form: SigningForm;
  /** By the input they belong to, in the order of the page. */
  readonly violations: SigningViolations;
  /** The text changed between being shown and being signed. */
  readonly changed: boolean;
}

interface SigningReply {
  readonly status: number;
  readonly markup: Markup;
  readonly script: string;
}

/** The page on which a declaration is read and signed; 422 where something entered is wrong. */
export function signingPage(open: SigningPageView): SigningReply {
  const { language, violations, changed } = open;
  const texts = signingTexts[language];
  const say = violationMessages(open, texts);
  const status = changed ? 409 : violations.size > 0 ? 422 : 200;
  const content = html`
${changed ? html`<div class="notice bad" id="error-summary" role="alert" tabindex="-1" autofocus><h2>${texts.changedTitle}</h2><p>${texts.changedText}</p></div>` : errorSummary(violations, texts, say)}
<p>${texts.intro} ${texts.until(formatInstant(open.expiresAtMs, language))}</p>
${paper(open.declarationText)}
${form(open, texts, say)}`;
  const windowTitle = status === 200 ? texts.title : `${texts.windowErrorPrefix}: ${texts.title}`;
  return {
    status,
    script: signingScript,
    markup: layout({ language, title: texts.title, windowTitle, content, script: signingScript }),
  };
}

type ViolationMessage = (violation: SigningViolation) => string;

/** The text of an error. A name that differs is a question that shows both names. */
function violationMessages({ form: { fullName }, ownerName }: SigningPageView, texts: SigningTexts): ViolationMessage {
  return (violation) =>
    violation === 'name-differs'
      ? texts.nameDiffers({ recorded: ownerName, typed: fullName })
      : texts.messages[violation];
}

/** The declaration as it is signed, word for word. */
function paper(declarationText: DeclarationText): Markup {
  const { title, paragraphs, ownerHeading, owner, companyHeading, company } = declarationText;
  return html`<section class="paper" aria-labelledby="declaration">
<h2 id="declaration">${title}</h2>
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
<h3>${ownerHeading}</h3>
${details(owner)}
<h3>${companyHeading}</h3>
${details(company)}
</section>`;
}

function details(lines: readonly Detail[]): Markup {
  return html`<dl>${lines.map(({ label, value }) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;
}

/** Where the focus lands after a refused form: what is wrong, each line a way to its input. */
function errorSummary(violations: SigningViolations, texts: SigningTexts, say: ViolationMessage): Markup | '' {
  if (violations.size === 0) return '';
  const line = ([input, violation]: [SigningInputId, SigningViolation]) =>
    html`<li><a href="#${input}">${say(violation)}</a></li>`;
  const asksOnly = violations.size === 1 && violations.get('fullName') === 'name-differs';
  return html`<div class="notice bad" id="error-summary" role="alert" tabindex="-1" autofocus>
<h2>${asksOnly ? texts.nameTitle : texts.errorSummaryTitle}</h2>
<ul>${[...violations].map(line)}</ul>
</div>`;
}

function form(
  { form: entered, violations, declarationText }: SigningPageView,
  texts: SigningTexts,
  say: ViolationMessage,
): Markup {
  const asked = violations.get('fullName') === 'name-differs' ? entered.fullName : entered.asked;
  return html`<form method="post" id="signing" novalidate autocomplete="on">
<h2>${texts.signHeading}</h2>
<input type="hidden" name="shown" value="${declarationFingerprint(declarationText)}">
<input type="hidden" name="asked" value="${asked}">
<input type="hidden" name="drawing" value="${entered.drawing}">
<div class="field">
<label for="fullName">${texts.fullName}</label>
<p class="hint" id="fullName-hint">${texts.fullNameHint}</p>
<input type="text" id="fullName" name="fullName" value="${entered.fullName}" autocomplete="name" autocapitalize="words" spellcheck="false" required${described('fullName', violations, 'fullName-hint')}>
${errorMessage('fullName', violations, say)}
</div>
<fieldset class="field" id="ways" hidden>
<legend>${texts.ways}</legend>
${way('typed', texts.typed, entered)}
${way('drawn', texts.drawn, entered)}
</fieldset>
<div class="field" id="typed-part">
<p class="hint">${texts.typedNote}</p>
<p class="signature" id="preview"></p>
</div>
<div class="field" id="drawing-part" hidden>
<span class="label" id="pad-label">${texts.pad}</span>
<p class="hint" id="pad-hint">${texts.padHint}</p>
<canvas id="pad" role="img" aria-labelledby="pad-label" tabindex="-1"${described('pad', violations, 'pad-hint')}></canvas>
${errorMessage('pad', violations, say)}
<p class="hint" id="pad-state" role="status" data-empty="${texts.padEmpty}" data-strokes="${texts.padStrokes}"></p>
<div class="beside">
<button type="button" class="quiet" id="undo">${texts.undo}</button>
<button type="button" class="quiet" id="clear">${texts.clear}</button>
</div>
</div>
<div class="field">
<div class="tick">
<input type="checkbox" id="consent" name="consent" value="yes" required${checked(entered.consent)}${described('consent', violations)}>
<label for="consent">${declarationText.consent}</label>
</div>
${errorMessage('consent', violations, say)}
</div>
<p class="hint">${texts.submitHint}</p>
<div class="actions"><button id="submit">${texts.submit}</button></div>
</form>`;
}

function way(value: SigningForm['way'], label: string, entered: SigningForm): Markup {
  return html`<div class="tick"><input type="radio" id="way-${value}" name="way" value="${value}"${checked(entered.way === value)}><label for="way-${value}">${label}</label></div>`;
}

function errorMessage(input: SigningInputId, violations: SigningViolations, say: ViolationMessage): Markup | '' {
  const violation = violations.get(input);
  return violation === undefined ? '' : html`<p class="error" id="${input}-error">${say(violation)}</p>`;
}

/** Links an input to its hint and its error, for screen readers. */
function described(input: SigningInputId, violations: SigningViolations, hint?: string): Markup | '' {
  const wrong = violations.has(input);
  const ids = [hint, wrong ? `${input}-error` : undefined].filter((id) => id !== undefined);
  if (ids.length === 0) return '';
  return html` aria-describedby="${ids.join(' ')}"${wrong && input !== 'pad' ? html` aria-invalid="true"` : ''}`;
}

function checked(on: boolean): Markup | '' {
  return on ? html` checked` : '';
}
