/** The partner key of the try-it console. It is kept in the page's memory, or in this tab by choice; never in an address. */
import { element } from './elements';

const STORED_AS = 'partner-api-key';

let current = sessionStorage.getItem(STORED_AS) ?? '';
let isKept = current !== '';

/** A form's field for the key, which all forms of the page share. */
export interface KeyField {
  readonly row: HTMLElement;
  readonly value: () => string;
}

const inputs = new Set<HTMLInputElement>();
const choices = new Set<HTMLInputElement>();

/** Makes the field of a form. @param operationId makes the ids of the field unique */
export function keyField(operationId: string): KeyField {
  const input = element('input', {
    id: `${operationId}-key`,
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'ramp_sbx_…',
    required: true,
  });
  const choice = element('input', { id: `${operationId}-keep`, type: 'checkbox' });
  inputs.add(input);
  choices.add(choice);
  input.addEventListener('input', () => setKey(input.value.trim(), isKept));
  choice.addEventListener('change', () => setKey(current, choice.checked));
  setKey(current, isKept);
  const row = element(
    'p',
    {},
    element('label', { for: input.id }, 'partner-api-key'),
    ' ',
    input,
    ' ',
    choice,
    ' ',
    element('label', { for: choice.id, class: 'inline' }, 'keep it until this tab is closed'),
  );
  return { row, value: () => current };
}

function setKey(key: string, keep: boolean): void {
  current = key;
  isKept = keep;
  if (keep && key !== '') sessionStorage.setItem(STORED_AS, key);
  else sessionStorage.removeItem(STORED_AS);
  for (const input of inputs) if (input.value.trim() !== key) input.value = key;
  for (const choice of choices) choice.checked = keep;
}
