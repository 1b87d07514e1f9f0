/** The form that checks a webhook signature. The page does not send the input to a server. */
import { checkSignature } from './signature-check';
import { signExample } from './signature-example';

const form = byId('signature-check', HTMLFormElement);
const secret = byId('signature-secret', HTMLInputElement);
const headers = byId('signature-headers', HTMLTextAreaElement);
const body = byId('signature-body', HTMLTextAreaElement);
const result = byId('signature-result', HTMLElement);

for (const control of form.elements) control.removeAttribute('disabled');
form.querySelector('.needs-script')?.remove();

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const pasted = { secret: secret.value, headers: headers.value, body: body.value, nowMs: Date.now() };
  const { isGenuine, title, details } = await checkSignature(pasted);
  result.replaceChildren(
    ...[title, ...details].map((text, at) => {
      const paragraph = document.createElement('p');
      paragraph.textContent = text;
      if (at === 0) paragraph.className = isGenuine ? 'good' : 'bad';
      return paragraph;
    }),
  );
});

byId('signature-example', HTMLButtonElement).addEventListener('click', async () => {
  const example = await signExample(Date.now());
  secret.value = example.secret;
  headers.value = example.headers;
  body.value = example.body;
  result.replaceChildren();
});

/** Finds an element by id and class. @throws Error if it does not exist */
function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${kind.name} with the id ${id}`);
}
