/** Calls the operator tool's verbs with the token of this console process. */
import { tokenHeader } from '#site/console/components/token';
import { asFields, type Fields } from '#site/console/components/values';

/** Option values by option name, as on the command line. */
export type VerbOptions = Readonly<Record<string, string>>;

export interface Call {
  /** Noun and verb. */
  readonly verb: string;
  readonly options: VerbOptions;
  /** Version of the transaction that the operator saw. */
  readonly seenVersion?: number | undefined;
  readonly confirmation?: string | undefined;
}

/** An error with one sentence for the operator. */
export class Refused extends Error {
  /** @param status of the HTTP response; 0 without a response */
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** The verb was not run, because it requires a typed confirmation in production. The error's message is the prompt. */
export class WordNeeded extends Error {}

/** Runs a verb. @throws Refused, WordNeeded */
export async function call({ verb, ...request }: Call): Promise<Fields> {
  const sent = fetch(`/verbs/${verb.replace(' ', '/')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...tokenHeader() },
    body: JSON.stringify(request),
  });
  const response = await sent.catch(() => {
    throw new Refused('The console does not respond: it has ended. Start it again.', 0);
  });
  const body = asFields(await response.json());
  if (response.status === 428) throw new WordNeeded(String(body.question));
  if (!response.ok) throw new Refused(String(body.error), response.status);
  return asFields(body.result);
}

/** Runs a verb that only reads. @throws Refused */
export function read(verb: string, options: VerbOptions = {}): Promise<Fields> {
  return call({ verb, options });
}
