/** Runs a verb of the operator tool, with its permissions, confirmation, second approval and audit records, for the console. */

import * as z from 'zod/mini';
import { attempt, errorSentence, OperationFailed, SeenOtherwise, UsageError } from '#ops/errors';
import { optionName, type Typed } from '#ops/options';
import type { Surroundings, Terminal, Verb } from '#ops/verb';

/** Full names (noun and verb) of the verbs that the console can run. Verbs that change data require a reason. */
export const offeredNames = [
  'partner list',
  'partner show',
  'key list',
  'limits show',
  'user find',
  'transaction list',
  'transaction show',
  'transaction webhooks',
  'transaction re-emit',
  'order list',
  'order show',
  'order retry',
  'order close',
  'provider-event list',
  'hold list',
  'hold release',
  'hold reject',
  'approval list',
  'approval approve',
  'approval reject',
  'exception list',
  'exception resolve',
  'notification list',
  'notification show',
  'notification replay',
  'webhook-endpoint list',
  'audit list',
  'metrics show',
];

/** Request body. */
const requestShape = z.strictObject({
  /** Options by command-line name; true for a flag. */
  options: z.record(z.string(), z.union([z.literal(true), z.string(), z.array(z.string())])),
  seenVersion: z.optional(z.int()),
  /** Confirmation that the operator typed, after an earlier request returned the prompt. */
  confirmation: z.optional(z.string()),
});

/** Response with its HTTP status. */
export interface VerbResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

class ConfirmationNeeded extends Error {}

interface ConsolePlace {
  /** Connection options for every verb. */
  readonly place: Typed;
  readonly findVerb: Surroundings['findVerb'];
}

/** Runs the verb `name` (noun and verb) with the options of the request body `text`. */
export async function runVerb(name: string, text: string, { place, findVerb }: ConsolePlace): Promise<VerbResponse> {
  const verb = offeredNames.includes(name) ? await findVerb(name) : undefined;
  if (verb === undefined) return refused(404, `The console does not offer "${name}".`);
  const request = requestShape.safeParse(attempt((): unknown => JSON.parse(text)));
  if (!request.success) return refused(400, 'The body is not a valid request.');
  const { options, seenVersion, confirmation } = request.data;
  try {
    const own = typedOptions(verb, options);
    if (verb.writes && !own.reason) throw new UsageError('--reason is missing');
    // A second operator approves a decision about one version of a transaction, so the request must contain the version.
    if (verb.needsApproval && seenVersion === undefined) throw new UsageError('The field seenVersion is missing');
    const surroundings = { terminal: responding(confirmation), findVerb, seenVersion };
    const { json, failure = null } = await verb.perform(name, { ...own, ...place }, surroundings);
    return { status: 200, body: { result: json, failure } };
  } catch (error) {
    if (error instanceof ConfirmationNeeded) return { status: 428, body: { question: error.message } };
    return refused(statusOf(error), errorSentence(error));
  }
}

function refused(status: number, error: string): VerbResponse {
  return { status, body: { error } };
}

function statusOf(error: unknown): number {
  if (error instanceof UsageError) return 400;
  if (error instanceof SeenOtherwise) return 409;
  return error instanceof OperationFailed ? 422 : 502;
}

/** Converts the options of a request to command-line options. @throws UsageError for an unknown option */
function typedOptions(verb: Verb, given: Readonly<Record<string, true | string | readonly string[]>>): Typed {
  const keys = new Map(Object.keys(verb.options).map((key) => [optionName(key), key]));
  const typed = Object.entries(given).map(([name, value]) => {
    const key = keys.get(name);
    if (key === undefined) throw new UsageError(`This command has no option --${name}`);
    return [key, typeof value === 'string' ? [value] : value] as const;
  });
  return Object.fromEntries(typed);
}

/** Returns a terminal that enters the confirmation from the request at each prompt. */
function responding(confirmation: string | undefined): Terminal {
  return {
    out: () => {},
    error: () => {},
    ask: async (question) => {
      if (confirmation === undefined) throw new ConfirmationNeeded(question);
      return confirmation;
    },
  };
}
