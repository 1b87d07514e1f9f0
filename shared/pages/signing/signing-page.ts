import { html } from 'hono/html';
import type { Declaration, Detail } from '#shared/domain/owners/declaration';
import { instantIn } from '#shared/pages/instant';
import type { Language } from '#shared/pages/language';
import { layout, type Markup } from '#shared/pages/layout';
import { signingScript } from '#shared/pages/signing/script';
import {
  type Fault,
  type Faults,
  type FaultyInput,
  fingerprintOf,
  type SigningForm,
} from '#shared/pages/signing/signing-form';
import { type SigningTexts, signingTexts } from '#shared/pages/signing/texts';

/** A declaration that waits for its signature, and what was entered so far. */
export interface OpenDeclaration {
  readonly language: Language;
  readonly declaration: Declaration;
  /** The owner's name on record. */
  readonly ownerName: string;
  readonly expiresAtMs: number;
  readonly form: SigningForm;
  /** By the input they belong to, in the order of the page. */
  readonly faults: Faults;
  /** The text changed between being shown and being signed. */
  readonly changed: boolean;
}

interface SigningReply {
  readonly status: number;
  readonly markup: Markup;
  readonly script: string;
}

/** The page on which a declaration is read and signed; 422 where something entered is wrong. */
export function signingPage(open: OpenDeclaration): SigningReply {
  const { language, faults, changed } = open;
  const texts = signingTexts[language];
  const say = faultTexts(open, texts);
  const status = changed ? 409 : faults.size > 0 ? 422 : 200;
  const content = html`
${changed ? html`<div class="notice bad" id="faults" role="alert" tabindex="-1" autofocus><h2>${texts.changedTitle}</h2><p>${texts.changedText}</p></div>` : faultSummary(faults, texts, say)}
<p>${texts.intro} ${texts.until(instantIn(open.expiresAtMs, language))}</p>
${paper(open.declaration)}
${form(open, texts, say)}`;
  const windowTitle = status === 200 ? texts.title : `${texts.windowFault}: ${texts.title}`;
  return {
    status,
    script: signingScript,
    markup: layout({ language, title: texts.title, windowTitle, content, script: signingScript }),
  };
}

type SayFault = (fault: Fault) => string;

/** What is said of a fault. A name that differs is a question, and names both. */
function faultTexts({ form: { fullName }, ownerName }: OpenDeclaration, texts: SigningTexts): SayFault {
  return (fault) =>
    fault === 'name-differs'
      ? texts.nameDiffers({ recorded: ownerName, typed: fullName })
      : texts.faults[fault];
}

/** The declaration as it is signed, word for word. */
function paper(declaration: Declaration): Markup {
  const { title, paragraphs, ownerHeading, owner, companyHeading, company } = declaration;
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
function faultSummary(faults: Faults, texts: SigningTexts, say: SayFault): Markup | '' {
  if (faults.size === 0) return '';
  const line = ([input, fault]: [FaultyInput, Fault]) => html`<li><a href="#${input}">${say(fault)}</a></li>`;
  const asksOnly = faults.size === 1 && faults.get('fullName') === 'name-differs';
  return html`<div class="notice bad" id="faults" role="alert" tabindex="-1" autofocus>
<h2>${asksOnly ? texts.nameTitle : texts.faultsTitle}</h2>
<ul>${[...faults].map(line)}</ul>
</div>`;
}

function form(
  { form: entered, faults, declaration }: OpenDeclaration,
  texts: SigningTexts,
  say: SayFault,
): Markup {
  const asked = faults.get('fullName') === 'name-differs' ? entered.fullName : entered.asked;
  return html`<form method="post" id="signing" novalidate autocomplete="on">
<h2>${texts.signHeading}</h2>
<input type="hidden" name="shown" value="${fingerprintOf(declaration)}">
<input type="hidden" name="asked" value="${asked}">
<input type="hidden" name="drawing" value="${entered.drawing}">
<div class="field">
<label for="fullName">${texts.fullName}</label>
<p class="hint" id="fullName-hint">${texts.fullNameHint}</p>
<input type="text" id="fullName" name="fullName" value="${entered.fullName}" autocomplete="name" autocapitalize="words" spellcheck="false" required${described('fullName', faults, 'fullName-hint')}>
${faultLine('fullName', faults, say)}
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
<canvas id="pad" role="img" aria-labelledby="pad-label" tabindex="-1"${described('pad', faults, 'pad-hint')}></canvas>
${faultLine('pad', faults, say)}
<p class="hint" id="pad-state" role="status" data-empty="${texts.padEmpty}" data-strokes="${texts.padStrokes}"></p>
<div class="beside">
<button type="button" class="quiet" id="undo">${texts.undo}</button>
<button type="button" class="quiet" id="clear">${texts.clear}</button>
</div>
</div>
<div class="field">
<div class="tick">
<input type="checkbox" id="consent" name="consent" value="yes" required${checked(entered.consent)}${described('consent', faults)}>
<label for="consent">${declaration.consent}</label>
</div>
${faultLine('consent', faults, say)}
</div>
<p class="hint">${texts.submitHint}</p>
<div class="actions"><button id="submit">${texts.submit}</button></div>
</form>`;
}

function way(value: SigningForm['way'], label: string, entered: SigningForm): Markup {
  return html`<div class="tick"><input type="radio" id="way-${value}" name="way" value="${value}"${checked(entered.way === value)}><label for="way-${value}">${label}</label></div>`;
}

function faultLine(input: FaultyInput, faults: Faults, say: SayFault): Markup | '' {
  const fault = faults.get(input);
  return fault === undefined ? '' : html`<p class="fault" id="${input}-fault">${say(fault)}</p>`;
}

/** Ties an input to its hint and its fault, for those who hear the page. */
function described(input: FaultyInput, faults: Faults, hint?: string): Markup | '' {
  const wrong = faults.has(input);
  const ids = [hint, wrong ? `${input}-fault` : undefined].filter((id) => id !== undefined);
  if (ids.length === 0) return '';
  return html` aria-describedby="${ids.join(' ')}"${wrong && input !== 'pad' ? html` aria-invalid="true"` : ''}`;
}

function checked(on: boolean): Markup | '' {
  return on ? html` checked` : '';
}
