/** Actions in the console. Each action shows its command line, requires a reason, and sends the version that the operator saw. */
import { useState } from 'preact/hooks';
import { Dialog } from '#site/console/components/dialog';
import { useRedraw } from '#site/console/components/views';
import { call, type VerbOptions, WordNeeded } from './api';

export interface ActionFacts {
  readonly title: string;
  /** Message after success. */
  readonly done: string;
  /** Noun and verb. */
  readonly verb: string;
  readonly options: VerbOptions;
  readonly seenVersion?: number | undefined;
}

/** A button that opens the form of an action. */
export function Action(facts: ActionFacts) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {facts.title}
      </button>
      {isOpen && (
        <Dialog title={facts.title} onClose={() => setOpen(false)}>
          <ActionForm {...facts} />
        </Dialog>
      )}
    </>
  );
}

function ActionForm({ title, done, verb, options, seenVersion }: ActionFacts) {
  const redraw = useRedraw();
  const [typed, setTyped] = useState({ reason: '', word: '' });
  const [question, setQuestion] = useState<string>();
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const given = { ...options, reason: typed.reason.trim() };
  const confirmation = question === undefined ? undefined : typed.word;
  const run = async () => {
    try {
      const { status } = await call({ verb, options: given, seenVersion, confirmation });
      await redraw(status === 'PENDING' ? `${title}: proposed. A second person must approve it.` : done);
    } catch (refusal) {
      if (refusal instanceof WordNeeded) setQuestion(refusal.message);
      else setError(refusal instanceof Error ? refusal.message : String(refusal));
    }
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setError('');
    setBusy(true);
    await run();
    setBusy(false);
  };
  return (
    <form onSubmit={submit}>
      <label>
        Reason (for example, a ticket number). No personal data.
        <input
          required
          maxLength={100}
          autoComplete="off"
          value={typed.reason}
          onInput={({ currentTarget }) => setTyped({ ...typed, reason: currentTarget.value })}
        />
      </label>
      {question !== undefined && (
        <label>
          {question}
          <input
            autoComplete="off"
            value={typed.word}
            onInput={({ currentTarget }) => setTyped({ ...typed, word: currentTarget.value })}
          />
        </label>
      )}
      <p class="line">
        <code>{commandLine(verb, given, document.documentElement.dataset.env ?? '')}</code>
      </p>
      <p role="alert">{error}</p>
      <button type="submit" class="primary" disabled={isBusy}>
        {title}
      </button>
    </form>
  );
}

/**
 * Returns the command line of an action, quoted for a shell.
 * @param env environment of the console
 */
function commandLine(verb: string, options: VerbOptions, env: string): string {
  const place = env === 'local' ? {} : { env };
  const given = Object.entries({ ...options, ...place }).map(([name, value]) => `--${name} ${quoted(value)}`);
  return ['npm run -s ops --', verb, ...given].join(' ');
}

function quoted(value: string): string {
  return /^[\w.:/@%+,-]+$/.test(value) && !value.startsWith('-') ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
