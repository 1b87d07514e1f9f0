/** Actions: each shows the command line that it equals, asks for a reason, and carries the version that was seen. */
import { element } from '#site/browser/elements';
import { call, type VerbOptions, WordNeeded } from './api';
import { commandLine } from './command-line';

export interface Action {
  /** Says what it does. */
  readonly title: string;
  /** Noun and verb. */
  readonly verb: string;
  readonly options: VerbOptions;
  readonly seenVersion?: number | undefined;
}

/** The form of an action. @param done draws the view again */
export function actionForm({ title, verb, options, seenVersion }: Action, done: () => Promise<void>): HTMLElement {
  const env = document.documentElement.dataset.env ?? '';
  const reason = element('input', { required: true, maxlength: '100', autocomplete: 'off' });
  const word = element('input', { autocomplete: 'off' });
  const question = element('span', {});
  const asked = element('label', { hidden: true }, question, word);
  const line = element('code', {});
  const button = element('button', {}, title);
  const status = element('p', { role: 'status' });
  const given = () => ({ ...options, reason: reason.value.trim() });
  const showLine = () => {
    line.textContent = commandLine(verb, given(), env);
  };
  reason.addEventListener('input', showLine);
  showLine();
  const run = async () => {
    const confirmation = asked.hidden ? undefined : word.value;
    const result = await call({ verb, options: given(), seenVersion, confirmation });
    await done();
    const note = result.status === 'PENDING' ? 'Proposed: a second person has to approve it.' : 'Done.';
    document.getElementById('note')?.replaceChildren(`${title}: ${note}`);
  };
  const form = element(
    'form',
    {},
    element('label', {}, 'Reason, such as a ticket; nothing of a person', reason),
    asked,
    element('p', { class: 'line' }, line),
    button,
    status,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    button.disabled = true;
    status.textContent = '';
    run()
      .catch((error: unknown) => {
        if (error instanceof WordNeeded) {
          question.textContent = error.message;
          asked.hidden = false;
          word.focus();
        } else status.textContent = error instanceof Error ? error.message : String(error);
      })
      .finally(() => {
        button.disabled = false;
      });
  });
  return element('details', { class: 'action' }, element('summary', {}, title), form);
}
