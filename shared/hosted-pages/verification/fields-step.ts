import { html } from 'hono/html';
import { described, describedInput, errorMessage } from '#shared/hosted-pages/form-markup';
import type { Markup, Page } from '#shared/hosted-pages/layout';
import { findCountryCode } from '#shared/identity/domain/country-names';
import { birthInputs, DOCUMENT_KIND, documentKinds } from '#shared/identity/domain/verification-draft';
import { type FormField, firstStep, type VerificationStep } from '#shared/identity/domain/verification-steps';
import type { DraftViolation, DraftViolations } from '#shared/identity/sessions/validate-draft';
import { fillText, formatInstant } from '#shared/values/languages';
import { controls, isCountry, type Option } from './controls';
import { keepScript } from './keep-script';
import { keptInputs, keptTexts, type StepView, stepActions, stepPage, type VerificationTexts } from './step-page';
import verificationTexts from './texts.json';

/**
 * The script that adds a search field above long lists. The search ignores case and accents, and shows only the matching options.
 * A single match is selected automatically. Without the script, the lists are standard browser lists. Texts come from the page.
 */
const searchScript = `
const plain = (text) => text.normalize('NFD').replace(/[\\u0300-\\u036f]/g, '').toLowerCase();
for (const list of form.querySelectorAll('select')) {
  if (list.options.length < 20) continue;
  const all = [...list.options], search = document.createElement('input'), found = document.createElement('p');
  search.type = 'search';
  search.className = 'search';
  search.autocomplete = 'off';
  search.placeholder = words.search;
  search.setAttribute('aria-label', words.search + ': ' + form.querySelector('label[for="' + list.id + '"]').firstChild.textContent.trim());
  found.className = 'hint';
  found.setAttribute('role', 'status');
  list.before(search, found);
  search.addEventListener('input', () => {
    const wanted = plain(search.value.trim()), chosen = list.value;
    const left = all.filter((option) => option.value !== '' && plain(option.text).includes(wanted));
    list.replaceChildren(...(wanted === '' ? all : left));
    found.textContent = wanted === '' ? '' : words.found + ': ' + left.length;
    list.value = wanted !== '' && left.length === 1 ? left[0].value : left.some((option) => option.value === chosen) ? chosen : '';
  });
}
`;

interface FieldsStep extends StepView {
  readonly step: VerificationStep;
  readonly fields: readonly FormField[];
  /** Values of the inputs, by input name. */
  readonly entered: Readonly<Record<string, string>>;
  readonly violations: DraftViolations;
  /** Required fields. */
  readonly asked: readonly FormField[];
}

/** Builds the page of a verification step with a form of fields. */
export function fieldsStep(view: FieldsStep): Page {
  const { language, session, step, fields, violations, asked } = view;
  const texts = verificationTexts[language];
  const until = fillText(texts.until, { instant: formatInstant(session.expiresAtMs, language) });
  const isFirst = session.resubmission === undefined && step === firstStep(session);
  const hint = step === 'representative' ? texts.representative : step === 'document' ? texts.documentHint : '';
  const content = html`
${isFirst ? html`<p>${texts.intro[session.kind]} ${until}</p>` : ''}
${isFirst && asked.length === 0 ? html`<p class="notice">${texts.nothingRequired}</p>` : ''}
${hint === '' ? '' : html`<p>${hint}</p>`}
<form method="post" id="details" novalidate${keptTexts(texts)} data-search="${texts.search}" data-found="${texts.found}">
${keptInputs(step, session)}
${fields.map((field) => fieldMarkup(field, view, texts))}
${stepActions(step, view)}
</form>`;
  const errors = [...violations].map(
    ([field, violation]) => [firstInput(field), violationText(field, violation, view)] as const,
  );
  const script = keepScript + searchScript;
  return stepPage(step, view, { content, errors: new Map(errors), form: 'details', script });
}

/** Returns the id of the input to which the error of a field links. */
function firstInput(field: FormField): string {
  return field === 'dateOfBirth' ? birthInputs[0] : field === DOCUMENT_KIND ? documentKinds[0] : field;
}

/** Explains how to correct a field. Uses the country-specific text for the field, if the texts contain one. */
function violationText(
  field: FormField,
  violation: DraftViolation,
  { language, session, entered }: FieldsStep,
): string {
  const { fields, invalidIn } = verificationTexts[language];
  const texts = fields[field];
  if (violation === 'missing') return texts.missing;
  const country =
    field === 'address.zipCode'
      ? (findCountryCode(entered['address.country'] ?? '') ?? session.country)
      : session.country;
  const known: Readonly<Record<string, string>> =
    field === 'address.zipCode' ? invalidIn.zipCode : field === 'taxId' ? invalidIn.taxId[session.kind] : {};
  return known[country] ?? texts.invalid;
}

interface FieldTexts {
  readonly label: string;
  /** Hint next to the label. @default no hint */
  readonly hint?: string;
}

function fieldMarkup(field: FormField, view: FieldsStep, texts: VerificationTexts): Markup {
  const { label, hint }: FieldTexts = texts.fields[field];
  const violation = view.violations.get(field);
  const required = view.asked.includes(field);
  const note = required || view.asked.length === 0 ? '' : html` <span class="hint">(${texts.optional})</span>`;
  const message = violation && violationText(field, violation, view);
  if (field === DOCUMENT_KIND || field === 'dateOfBirth') {
    return html`<fieldset class="field"${described(field, { hint: hint !== undefined, invalid: violation !== undefined })}>
<legend>${label}${note}</legend>
${hint === undefined ? '' : html`<p class="hint" id="${field}-hint">${hint}</p>`}
${errorMessage(field, message)}
${field === 'dateOfBirth' ? birthMarkup(view, texts, violation !== undefined) : documentKinds.map((kind) => choice(kind, view, texts))}
</fieldset>`;
  }
  const shared = html`id="${field}" name="${field}"${required ? html` required` : ''}${describedInput(field, { hint: hint !== undefined, invalid: violation !== undefined })}`;
  return html`<div class="field">
<label for="${field}">${label}${note}</label>
${hint === undefined ? '' : html`<p class="hint" id="${field}-hint">${hint}</p>`}
${control(field, view, shared)}
${errorMessage(field, message)}
</div>`;
}

/** Builds the radio button of one kind of identity document. */
function choice(kind: (typeof documentKinds)[number], { entered }: FieldsStep, texts: VerificationTexts): Markup {
  const chosen = entered[DOCUMENT_KIND] === kind ? html` checked` : '';
  return html`<div class="tick"><input type="radio" id="${kind}" name="${DOCUMENT_KIND}" value="${kind}"${chosen}><label for="${kind}">${texts.documentKinds[kind]}</label></div>`;
}

/** Builds three inputs for the date of birth: day, month and year. People remember this date, so a calendar is not necessary. */
function birthMarkup({ entered }: FieldsStep, { birthParts }: VerificationTexts, invalid: boolean): Markup {
  const part = (input: (typeof birthInputs)[number]) => {
    const name = input === 'dateOfBirth.day' ? 'day' : input === 'dateOfBirth.month' ? 'month' : 'year';
    return html`<div class="part"><label for="${input}">${birthParts[name]}</label>
<input type="text" inputmode="numeric" maxlength="${name === 'year' ? 4 : 2}" size="${name === 'year' ? 4 : 2}" id="${input}" name="${input}" value="${entered[input] ?? ''}" autocomplete="bday-${name}"${invalid ? html` aria-invalid="true" aria-describedby="dateOfBirth-error"` : ''}></div>`;
  };
  return html`<div class="beside">${birthInputs.map(part)}</div>`;
}

function control(
  field: Exclude<FormField, typeof DOCUMENT_KIND | 'dateOfBirth'>,
  { entered, language, session }: FieldsStep,
  shared: Markup,
): Markup {
  const kind = controls[field];
  const value = entered[field] ?? '';
  if (!('options' in kind)) {
    return html`<input type="${kind.type}" ${shared} value="${value}" maxlength="1000" autocomplete="${kind.autocomplete}">`;
  }
  // Preselects the country of the verification (`session.country`), because most people live in this country.
  const selected = value === '' && isCountry(field) ? session.country : value;
  const option = (one: Option) =>
    html`<option value="${one.value}"${one.value === selected ? html` selected` : ''}>${one.label}</option>`;
  return html`<select ${shared} autocomplete="${kind.autocomplete}">
<option value="">${verificationTexts[language].choose}</option>
${kind.options(language, value).map(option)}
</select>`;
}
