import { html } from 'hono/html';
import { describedInput, errorMessage } from '#shared/hosted-pages/form-markup';
import { formatInstant } from '#shared/hosted-pages/language';
import type { Markup, Page } from '#shared/hosted-pages/layout';
import { type DraftField, draftFields } from '#shared/identity/domain/verification-draft';
import type { DraftViolations } from '#shared/identity/sessions/validate-draft';
import { fillText } from '#shared/values/fill-text';
import { controls, type Option } from './controls';
import { keepScript } from './keep-script';
import { keptInputs, keptSignal, keptTexts, type StepView, stepPage, type VerificationTexts } from './step-page';
import verificationTexts from './texts.json';

interface DataStep extends StepView {
  /** Values of the inputs, by field. */
  readonly entered: Readonly<Record<string, string>>;
  readonly violations: DraftViolations;
  /** Fields that may not be left out. */
  readonly asked: readonly DraftField[];
}

/** The step in which the person or the business is described. */
export function dataStep(view: DataStep): Page {
  const { language, session, violations, asked } = view;
  const texts = verificationTexts[language];
  const until = fillText(texts.until, { instant: formatInstant(session.expiresAtMs, language) });
  const content = html`
<p>${texts.intro[session.kind]} ${until}</p>
${asked.length === 0 ? html`<p class="notice">${texts.nothingRequired}</p>` : ''}
<form method="post" id="details" novalidate${keptTexts(texts)}>
${keptInputs('data', session, draftFields[session.kind])}
${fieldGroups(view).map((group) => groupMarkup(group, view, texts))}
<div class="actions"><button>${texts.next}</button></div>
${keptSignal}
</form>`;
  const errors = [...violations].map(([field, violation]) => [field, texts.fields[field][violation]] as const);
  return stepPage('data', view, { content, errors: new Map(errors), form: 'details', script: keepScript });
}

interface Group {
  /** @default the first group needs none */
  readonly heading?: string;
  readonly hint?: string;
  readonly fields: readonly DraftField[];
}

/** The fields in their order, cut where the address begins and where it ends. */
function fieldGroups({ session: { kind }, language }: StepView): readonly Group[] {
  const texts = verificationTexts[language];
  const fields: readonly DraftField[] = draftFields[kind];
  const first = fields.findIndex((field) => field.startsWith('address.'));
  const last = fields.findLastIndex((field) => field.startsWith('address.'));
  return [
    { fields: fields.slice(0, first) },
    { heading: texts.addressHeading, fields: fields.slice(first, last + 1) },
    {
      heading: texts.personHeading[kind],
      ...(kind === 'KYB' ? { hint: texts.representative } : {}),
      fields: fields.slice(last + 1),
    },
  ];
}

function groupMarkup({ heading, hint, fields }: Group, view: DataStep, texts: VerificationTexts): Markup {
  const inner = fields.map((field) => fieldMarkup(field, view, texts));
  if (heading === undefined) return html`${inner}`;
  return html`<fieldset class="group"><legend>${heading}</legend>${hint === undefined ? '' : html`<p class="hint">${hint}</p>`}${inner}</fieldset>`;
}

interface FieldTexts {
  readonly label: string;
  /** Shown beside the label. @default nothing */
  readonly hint?: string;
  /** Hint for an empty input. */
  readonly missing: string;
  /** Hint for an input with a wrong value. */
  readonly invalid: string;
}

function fieldMarkup(field: DraftField, view: DataStep, texts: VerificationTexts): Markup {
  const { label, hint, ...messages }: FieldTexts = texts.fields[field];
  const violation = view.violations.get(field);
  const required = view.asked.includes(field);
  const note = required || view.asked.length === 0 ? '' : html` <span class="hint">(${texts.optional})</span>`;
  const shared = html`id="${field}" name="${field}"${required ? html` required` : ''}${describedInput(field, { hint: hint !== undefined, invalid: violation !== undefined })}`;
  return html`<div class="field">
<label for="${field}">${label}${note}</label>
${hint === undefined ? '' : html`<p class="hint" id="${field}-hint">${hint}</p>`}
${control(field, view, shared)}
${errorMessage(field, violation && messages[violation])}
</div>`;
}

function control(field: DraftField, { entered, language }: DataStep, shared: Markup): Markup {
  const kind = controls[field];
  const value = entered[field] ?? '';
  if (!('options' in kind)) {
    return html`<input type="${kind.type}" ${shared} value="${value}" autocomplete="${kind.autocomplete}">`;
  }
  const lang = kind.lang === undefined ? '' : html` lang="${kind.lang}"`;
  const option = (one: Option) =>
    html`<option value="${one.value}"${lang}${one.value === value ? html` selected` : ''}>${one.label}</option>`;
  return html`<select ${shared} autocomplete="${kind.autocomplete}">
<option value="">${verificationTexts[language].choose}</option>
${kind.options(language).map(option)}
</select>`;
}
