/** Gives every operation of a page a form that sends it to this service, in the sandbox and on the local stack. */
import type { TryIt } from '../reference/try-it-data';
import { type AnswerFacts, answerView } from './answer-view';
import { element } from './elements';
import { knownBody, knownValue, rememberIds } from './known-ids';
import { keyField } from './partner-key';
import { type Entered, requestFor } from './try-it-request';

for (const section of document.querySelectorAll<HTMLElement>('section[data-operation]')) {
  const operation: TryIt = JSON.parse(section.dataset.operation ?? '');
  const details = element('details', { class: 'try-it' }, element('summary', {}, 'Try it'));
  // Pages have up to a dozen operations, of which few are opened.
  details.addEventListener('toggle', () => details.append(formFor(operation)), { once: true });
  section.append(details);
}

function formFor(operation: TryIt): HTMLFormElement {
  const fields = fieldsFor(operation);
  // Read out when it changes; headers and body are there to be gone through.
  const status = element('p', { role: 'status' });
  const result = element('div', { class: 'answer' });
  const send = element('button', { type: 'submit' }, 'Send');
  const form = element('form', { class: 'console' }, ...fields.rows, element('p', {}, send), status, result);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const entered = fields.read();
    send.disabled = true;
    status.className = '';
    status.textContent = 'Sending…';
    result.replaceChildren();
    const facts = await exchange(operation, entered);
    send.disabled = false;
    rememberIds(operation.path, facts.text);
    const repeat = element('button', { type: 'button' }, 'Send again with this key');
    repeat.addEventListener('click', () => {
      fields.setIdempotencyKey(entered.idempotencyKey ?? '');
      form.requestSubmit();
    });
    status.className = facts.isGood ? 'good' : 'bad';
    status.replaceChildren(element('strong', {}, facts.status));
    result.replaceChildren(...answerView(facts, repeat));
  });
  return form;
}

interface Fields {
  readonly rows: readonly HTMLElement[];
  readonly read: () => Entered;
  readonly setIdempotencyKey: (key: string) => void;
}

function fieldsFor({ id, path, needsKey, parameters, body: example, takesIdempotencyKey }: TryIt): Fields {
  const key = needsKey ? keyField(id) : undefined;
  const inputs = parameters.map((parameter) => {
    const { name, in: place, required } = parameter;
    const input = textInput(`${id}-${name}`, { required });
    input.value = place === 'path' ? knownValue(path, name, parameter.example) : parameter.example;
    return { name, in: place, input, row: labelled(`${name} (${place}${required ? '' : ', optional'})`, input) };
  });
  const body = element('textarea', { id: `${id}-body`, rows: '10', spellcheck: 'false' });
  if (example !== undefined) body.value = knownBody(path, example);
  const idempotencyKey = textInput(`${id}-idempotency-key`, { placeholder: 'a new one for each request' });
  return {
    rows: [
      ...(key === undefined ? [] : [key.row]),
      ...inputs.map(({ row }) => row),
      ...(example === undefined ? [] : [labelled('Body', body)]),
      ...(takesIdempotencyKey ? [labelled('Idempotency-Key', idempotencyKey)] : []),
    ],
    read: () => ({
      key: key?.value(),
      idempotencyKey: takesIdempotencyKey ? idempotencyKey.value.trim() || crypto.randomUUID() : undefined,
      parameters: inputs.map(({ name, in: place, input }) => ({ name, in: place, value: input.value.trim() })),
      body: example === undefined ? undefined : body.value,
    }),
    setIdempotencyKey: (text) => {
      idempotencyKey.value = text;
    },
  };
}

function textInput(id: string, attributes: Readonly<Record<string, string | boolean>>): HTMLInputElement {
  return element('input', { id, autocomplete: 'off', spellcheck: 'false', ...attributes });
}

function labelled(text: string, control: HTMLInputElement | HTMLTextAreaElement): HTMLElement {
  return element('p', {}, element('label', { for: control.id }, text), ' ', control);
}

/** Sends a request to this service. Where no answer comes, the text of the answer says so. */
async function exchange(operation: TryIt, entered: Entered): Promise<AnswerFacts> {
  const { idempotencyKey } = entered;
  const root = (document.documentElement.dataset.root ?? '/').replace(/\/$/, '');
  const requestLine = `${operation.method} ${operation.path}`;
  try {
    const { path, init } = requestFor(operation, entered);
    const response = await fetch(`${root}${path}`, init);
    return {
      ...{ requestLine, idempotencyKey, text: await readText(response) },
      status: `${response.status} ${response.statusText}`.trim(),
      isGood: response.ok,
      headers: [...response.headers],
    };
  } catch {
    return {
      ...{ requestLine, idempotencyKey, headers: [], isGood: false, status: 'No answer' },
      text: 'The service could not be reached. What was asked may have happened: send it again with the same idempotency key.',
    };
  }
}

/** Reads the text of an answer; of a file its size and its type. */
async function readText(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? '';
  if (type === '' || /json|text|javascript/.test(type)) return response.text();
  return `${(await response.blob()).size} bytes of ${type}`;
}
