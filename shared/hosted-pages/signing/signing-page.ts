import { html } from 'hono/html';
import {
  described,
  describedInput,
  errorMessage,
  errorNotice,
  errorSummary,
  type FormErrors,
} from '#shared/hosted-pages/form-markup';
import { failurePage, type Markup, type Page, page } from '#shared/hosted-pages/layout';
import { type AssociatedPerson, formatFullName } from '#shared/signatures/domain/associated-person';
import { composeDeclarationText, type DeclarationText, type Detail } from '#shared/signatures/domain/declaration-text';
import type { ClosedDeclaration, OpenDeclaration } from '#shared/signatures/open-declaration';
import { findUnshownCharacter } from '#shared/values/document-characters';
import { fillText, formatInstant, type Language } from '#shared/values/languages';
import { MAX_POINTS, PAD_HEIGHT, PAD_WIDTH } from './drawn-signature';
import { declarationFingerprint, emptyForm, type SigningForm, type SigningViolations } from './signing-form';
import signingTexts from './texts.json';

/**
 * The script of the signing page, for drawn signatures. Without the script, the typed name is the signature. The controls for
 * drawing are therefore hidden until the script runs. The script contains no user input, and its texts come from the page.
 */
const signingScript = `
'use strict';
const byId = (id) => document.getElementById(id);
const form = byId('signing'), pad = byId('pad'), state = byId('pad-state'), preview = byId('preview');
const field = form.elements.drawing, brush = pad.getContext('2d');
const strokes = field.value === '' ? [] : field.value.split(';').map((stroke) => stroke.split(' ').map(Number));
let current = null, pointer = null;

function paint() {
  const ratio = window.devicePixelRatio || 1, width = pad.clientWidth;
  if (width === 0) return;
  pad.width = Math.round(width * ratio);
  pad.height = Math.round(pad.clientHeight * ratio);
  brush.scale(pad.width / ${PAD_WIDTH}, pad.height / ${PAD_HEIGHT});
  brush.lineCap = brush.lineJoin = 'round';
  brush.lineWidth = Math.max(5, 2.2 * ${PAD_WIDTH} / width);
  brush.strokeStyle = '#14181f';
  for (const stroke of strokes) {
    brush.beginPath();
    brush.moveTo(stroke[0], stroke[1]);
    if (stroke.length === 2) brush.lineTo(stroke[0], stroke[1]);
    for (let at = 2; at < stroke.length; at += 2) brush.lineTo(stroke[at], stroke[at + 1]);
    brush.stroke();
  }
}

function keep() {
  field.value = strokes.map((stroke) => stroke.join(' ')).join(';');
  state.textContent = strokes.length === 0 ? state.dataset.empty : state.dataset.strokes + strokes.length;
  paint();
}

function add(event) {
  const box = pad.getBoundingClientRect();
  const on = (value, start, size, units) => Math.min(units, Math.max(0, Math.round((value - start) / size * units)));
  const x = on(event.clientX, box.left, box.width, ${PAD_WIDTH}), y = on(event.clientY, box.top, box.height, ${PAD_HEIGHT});
  const near = current.length > 0 && Math.hypot(x - current.at(-2), y - current.at(-1)) < 3;
  const points = strokes.reduce((sum, stroke) => sum + stroke.length / 2, 0);
  if (!near && points < ${MAX_POINTS}) current.push(x, y);
}

function end(event) {
  if (event.pointerId !== pointer) return;
  pointer = current = null;
  keep();
}

pad.addEventListener('pointerdown', (event) => {
  if (pointer !== null || event.button !== 0 || strokes.length >= 200) return;
  event.preventDefault();
  pointer = event.pointerId;
  pad.setPointerCapture(pointer);
  strokes.push(current = []);
  add(event);
  if (current.length === 0) strokes.pop();
  paint();
});
pad.addEventListener('pointermove', (event) => {
  if (event.pointerId !== pointer) return;
  const seen = event.getCoalescedEvents ? event.getCoalescedEvents() : [];
  for (const one of seen.length > 0 ? seen : [event]) add(one);
  paint();
});
pad.addEventListener('pointerup', end);
pad.addEventListener('pointercancel', end);
byId('undo').addEventListener('click', () => { strokes.pop(); keep(); });
byId('clear').addEventListener('click', () => { strokes.length = 0; keep(); });

function choose() {
  const drawn = form.elements.way.value === 'drawn';
  byId('drawing-part').hidden = !drawn;
  byId('typed-part').hidden = drawn;
  paint();
}
function show() { preview.textContent = form.elements.fullName.value.trim(); }
for (const way of form.elements.way) way.addEventListener('change', choose);
form.elements.fullName.addEventListener('input', show);
new ResizeObserver(paint).observe(pad);

// Prevent a second submission of the form while the first one is being sent.
const button = byId('submit');
form.addEventListener('submit', () => setTimeout(() => { button.disabled = true; }));
window.addEventListener('pageshow', () => { button.disabled = false; });

byId('ways').hidden = false;
choose();
show();
keep();
const summary = byId('error-summary');
if (summary) summary.focus();
`;

/** Declaration to sign, with the current input of the person. */
interface SigningPageView extends Pick<OpenDeclaration, 'person' | 'declaration'> {
  readonly language: Language;
  /** @default an empty form */
  readonly form?: SigningForm;
  /** Errors by input, in the order of the page. @default no errors */
  readonly violations?: SigningViolations;
  /** True if the declaration text changed after the page was shown. @default false */
  readonly changed?: boolean;
}

const noViolations: SigningViolations = new Map();

/** Builds the page to read and sign a declaration. The status is 422 for invalid input, and 409 for a changed text. */
export function signingPage(view: SigningPageView): Page {
  const { language, person, declaration, form = emptyForm, violations = noViolations, changed = false } = view;
  const texts = signingTexts[language];
  const declarationText = composeDeclarationText(person, declaration, language);
  const asksName = violations.get('fullName') === 'name-differs';
  const character = findUnshownCharacter(form.fullName) ?? '';
  const names = { recorded: formatFullName(person), typed: form.fullName, character };
  const errors = new Map(
    [...violations].map(([input, violation]) => [
      input,
      fillText(violation === 'name-differs' ? texts.nameDiffers : texts.messages[violation], names),
    ]),
  );
  const summaryTitle = asksName && violations.size === 1 ? texts.nameTitle : texts.errorSummaryTitle;
  const entered = asksName ? { ...form, asked: form.fullName } : form;
  const content = html`
${changed ? errorNotice(texts.changedTitle, html`<p>${texts.changedText}</p>`) : errorSummary(summaryTitle, errors)}
<p>${texts.intro} ${fillText(texts.until, { instant: formatInstant(declaration.expiresAtMs, language) })}</p>
${paper(declarationText)}
${formMarkup(entered, declarationText, { texts, errors })}`;
  const status = changed ? 409 : errors.size > 0 ? 422 : 200;
  const windowTitle = status === 200 ? texts.title : `${texts.windowErrorPrefix}: ${texts.title}`;
  return page({ language, status, title: texts.title, windowTitle, content, script: signingScript });
}

/** Builds the exact text of the declaration to sign. */
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

function formMarkup(
  entered: SigningForm,
  declarationText: DeclarationText,
  { texts, errors }: { readonly texts: (typeof signingTexts)[Language]; readonly errors: FormErrors },
): Markup {
  return html`<form method="post" id="signing" novalidate autocomplete="on">
<h2>${texts.signHeading}</h2>
<input type="hidden" name="shown" value="${declarationFingerprint(declarationText)}">
<input type="hidden" name="asked" value="${entered.asked}">
<input type="hidden" name="drawing" value="${entered.drawing}">
<div class="field">
<label for="fullName">${texts.fullName}</label>
<p class="hint" id="fullName-hint">${texts.fullNameHint}</p>
<input type="text" id="fullName" name="fullName" value="${entered.fullName}" autocomplete="name" autocapitalize="words" spellcheck="false" required${describedInput('fullName', { hint: true, invalid: errors.has('fullName') })}>
${errorMessage('fullName', errors.get('fullName'))}
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
<canvas id="pad" role="img" aria-labelledby="pad-label" tabindex="-1"${described('pad', { hint: true, invalid: errors.has('pad') })}></canvas>
${errorMessage('pad', errors.get('pad'))}
<p class="hint" id="pad-state" role="status" data-empty="${texts.padEmpty}" data-strokes="${texts.padStrokes}"></p>
<div class="beside">
<button type="button" class="quiet" id="undo">${texts.undo}</button>
<button type="button" class="quiet" id="clear">${texts.clear}</button>
</div>
</div>
<div class="field">
<div class="tick">
<input type="checkbox" id="consent" name="consent" value="yes" required${checked(entered.consent)}${describedInput('consent', { invalid: errors.has('consent') })}>
<label for="consent">${declarationText.consent}</label>
</div>
${errorMessage('consent', errors.get('consent'))}
</div>
<p class="hint">${declarationText.legalForm} ${texts.submitHint}</p>
<div class="actions"><button id="submit">${texts.submit}</button></div>
</form>`;
}

function way(value: SigningForm['way'], label: string, entered: SigningForm): Markup {
  return html`<div class="tick"><input type="radio" id="way-${value}" name="way" value="${value}"${checked(entered.way === value)}><label for="way-${value}">${label}</label></div>`;
}

function checked(on: boolean): Markup | '' {
  return on ? html` checked` : '';
}

/** Number of displayed hexadecimal digits of a hash (64 bits). People compare these digits with the hash in the signer's copy. */
const SHOWN_DIGITS = 16;

interface ClosedPageView {
  readonly language: Language;
  readonly token: string;
  readonly nowMs: number;
  readonly link: { readonly expiresAtMs: number };
  readonly person: AssociatedPerson | undefined;
  /** True if the person submitted another signature after the first. */
  readonly sentAgain: boolean;
}

/**
 * Builds the page of a signing link with no declaration to sign. After a signature, the page shows the time, the hash of the
 * signature record and a link to the signer's copy, but no personal data. The status is 409 after a second signature.
 */
export function closedSigningPage(closed: ClosedDeclaration, view: ClosedPageView): Page {
  const { language, person, sentAgain } = view;
  if (closed.outcome !== 'already-signed') return failurePage(closed.outcome, language);
  const { signedAtMs } = closed;
  const signed = person?.declaration?.signed;
  // If the same person has signed a newer declaration, this link must not show the hash of the newer declaration.
  const sha256 = signed?.atMs === signedAtMs ? signed.sha256 : undefined;
  const texts = signingTexts[language];
  const content = html`<div class="notice good">${sentAgain ? html`<p>${texts.sentAgain}</p>` : ''}<p>${texts.signedText} ${texts.visible}</p></div>
<dl>
<dt>${texts.signedAt}</dt><dd><time datetime="${new Date(signedAtMs).toISOString()}">${formatInstant(signedAtMs, language)}</time></dd>
${sha256 === undefined ? '' : html`<dt>${texts.fingerprint}</dt><dd><code>${groupByFour(sha256)}</code></dd>`}
</dl>
${sha256 === undefined ? '' : html`<p class="hint">${texts.fingerprintHint}</p>`}
${signerCopy(view)}`;
  return page({ language, status: sentAgain ? 409 : 200, title: texts.signedTitle, asks: false, content });
}

/** Builds the link to the signer's copy; empty after the signing link has expired. */
function signerCopy({ language, token, nowMs, link: { expiresAtMs } }: ClosedPageView): Markup | '' {
  if (nowMs >= expiresAtMs) return '';
  const texts = signingTexts[language];
  const until = fillText(texts.copyUntil, { instant: formatInstant(expiresAtMs, language) });
  return html`<p class="actions"><a class="button" href="${token}/document?lang=${language}" download>${texts.copy}</a></p>
<p class="hint">${until}</p>`;
}

function groupByFour(sha256: string): string {
  return (sha256.slice(0, SHOWN_DIGITS).match(/.{4}/g) ?? []).join(' ');
}
