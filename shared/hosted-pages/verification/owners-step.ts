import { html } from 'hono/html';
import { describedInput, errorMessage } from '#shared/hosted-pages/form-markup';
import type { Markup, Page } from '#shared/hosted-pages/layout';
import {
  type EnteredOwner,
  enteredOwners,
  inputsOfOwner,
  MAX_ENTERED_OWNERS,
  type OwnerField,
  type OwnerInput,
  type OwnerViolation,
  type OwnerViolations,
  ownerFields,
  ownerInput,
  shownPositions,
} from '#shared/identity/domain/entered-owners';
import { type AssociatedPerson, isBeneficialOwner } from '#shared/signatures/domain/associated-person';
import { PERCENT_DECIMALS, sumOfShares } from '#shared/signatures/domain/ownership-percent';
import { fillText, type Language, locales } from '#shared/values/languages';
import { keepScript } from './keep-script';
import { keptInputs, keptTexts, type StepView, stepActions, stepPage } from './step-page';
import verificationTexts from './texts.json';

interface OwnersStep extends StepView {
  /** Values of the inputs, by input name. */
  readonly entered: Readonly<Record<string, string>>;
  readonly violations: OwnerViolations;
  /** Stored associated persons of the business. */
  readonly recorded: readonly AssociatedPerson[];
  /** True to show an empty group of inputs for an additional owner. */
  readonly withAnother: boolean;
}

const autocomplete: Readonly<Record<OwnerField, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  ownershipPercent: 'off',
};

/** Builds the step for the owners of a business, with one group of inputs per owner. */
export function ownersStep(view: OwnersStep): Page {
  const { language, session, entered, violations, recorded, withAnother } = view;
  const texts = verificationTexts[language];
  const positions = shownPositions(entered, withAnother);
  const canAdd = positions.length < MAX_ENTERED_OWNERS;
  const onRecord = recorded.filter(isBeneficialOwner);
  const share = formatShare(sumOfShares(onRecord), language);
  const content = html`
<p>${texts.owners.intro}</p>
${onRecord.length === 0 ? '' : html`<p class="notice">${fillText(texts.owners.onRecord, { count: onRecord.length, share })}</p>`}
<form method="post" id="details" novalidate${keptTexts(texts)}>
${keptInputs('owners', session)}
${positions.map((position, at) => ownerMarkup({ position, at, count: positions.length }, view))}
${canAdd ? html`<div class="actions"><button class="quiet" name="owner" value="add">${texts.owners.add}</button></div>` : ''}
${stepActions('owners', view)}
</form>`;
  const errors = [...violations].map(([input, violation]) => {
    const at = positions.findIndex((position) => inputsOfOwner(position).includes(input));
    return [input, `${ownerLabel(at, view)}: ${violationText(input, violation, view)}`] as const;
  });
  return stepPage('owners', view, { content, errors: new Map(errors), form: 'details', script: keepScript });
}

/** Returns a label and a value for each entered owner: "Owner 1", and the name, email and share. */
export function ownerLines({ language, session }: StepView): readonly (readonly [string, string])[] {
  return enteredOwners(session.draft).map(({ texts }, at) => [
    ownerLabel(at, { language }),
    `${texts.firstName} ${texts.lastName}, ${texts.email}, ${shareText(texts)}`,
  ]);
}

const shareText = ({ ownershipPercent }: EnteredOwner['texts']) => `${ownershipPercent.replace(/\s?%$/, '')} %`;

function ownerLabel(at: number, { language }: Pick<StepView, 'language'>): string {
  return fillText(verificationTexts[language].owners.owner, { number: at + 1 });
}

function violationText(input: OwnerInput, violation: OwnerViolation, { language }: StepView): string {
  const { owners } = verificationTexts[language];
  if (violation === 'exceeds' || violation === 'tooMany') return owners[violation];
  const field = ownerFields.find((one) => input.endsWith(one)) ?? 'firstName';
  return owners.fields[field][violation];
}

interface Place {
  readonly position: number;
  /** Index among the displayed owners. */
  readonly at: number;
  readonly count: number;
}

function ownerMarkup({ position, at, count }: Place, view: OwnersStep): Markup {
  const { owners } = verificationTexts[view.language];
  const label = ownerLabel(at, view);
  const isNew = view.withAnother && at === count - 1;
  const remove = html`<button class="quiet" name="owner" value="remove.${position}">${owners.remove}<span class="unseen">: ${label}</span></button>`;
  return html`<fieldset class="field">
<legend>${label}</legend>
${ownerFields.map((field) => fieldMarkup(ownerInput(position, field), field, { view, autofocus: isNew && field === 'firstName' }))}
${count > 1 ? html`<div class="actions">${remove}</div>` : ''}
</fieldset>`;
}

function fieldMarkup(
  input: OwnerInput,
  field: OwnerField,
  { view, autofocus }: { readonly view: OwnersStep; readonly autofocus: boolean },
): Markup {
  const { label, hint }: { readonly label: string; readonly hint?: string } =
    verificationTexts[view.language].owners.fields[field];
  const violation = view.violations.get(input);
  const state = { hint: hint !== undefined, invalid: violation !== undefined };
  return html`<div class="field">
<label for="${input}">${label}</label>
${hint === undefined ? '' : html`<p class="hint" id="${input}-hint">${hint}</p>`}
<input type="${field === 'email' ? 'email' : 'text'}"${field === 'ownershipPercent' ? html` inputmode="decimal"` : ''} id="${input}" name="${input}" value="${view.entered[input] ?? ''}" maxlength="254" autocomplete="${autocomplete[field]}"${autofocus ? html` autofocus` : ''}${describedInput(input, state)}>
${errorMessage(input, violation && violationText(input, violation, view))}
</div>`;
}

/** Formats a share for a language, such as "33.3". The input has units of 0.0001 percent. */
function formatShare(units: number, language: Language): string {
  return new Intl.NumberFormat(locales[language], { maximumFractionDigits: PERCENT_DECIMALS }).format(
    units / 10 ** PERCENT_DECIMALS,
  );
}
