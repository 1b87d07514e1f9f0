/** Actions, each with a dialog that describes its effect. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../components/dialog';
import { useRedraw } from '../components/views';
import { failureText } from './api';

interface ActionFacts {
  readonly title: string;
  readonly about: string;
  /** Runs the action. @returns a message about the result */
  readonly run: (form: FormData) => Promise<string>;
  /** Form fields. */
  readonly children?: ComponentChildren;
}

/** A button that opens the dialog of an action. */
export function Action(facts: ActionFacts) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {facts.title}
      </button>
      {isOpen && (
        <Dialog title={facts.title} onClose={() => setOpen(false)}>
          <ActionForm {...facts} done={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function ActionForm({ title, about, run, children, done }: ActionFacts & { readonly done: () => void }) {
  const redraw = useRedraw();
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    setError('');
    setBusy(true);
    try {
      const note = await run(new FormData(event.currentTarget));
      done();
      await redraw(note);
    } catch (failure) {
      setError(failureText(failure));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit}>
      <p class="about">{about}</p>
      {children}
      <p role="alert">{error}</p>
      <button type="submit" class="primary" disabled={isBusy}>
        {title}
      </button>
    </form>
  );
}

/** Adds the value of each choice before its text. */
export function named(choices: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(choices).map(([value, text]) => [value, `${value}: ${text}`]));
}

/** A select field. @param choices texts by value */
export function Choice({
  name,
  label,
  choices,
}: {
  readonly name: string;
  readonly label: string;
  readonly choices: Readonly<Record<string, string>>;
}) {
  return (
    <label>
      {label}
      <select name={name}>
        {Object.entries(choices).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
