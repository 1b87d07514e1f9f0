/** A step of the rehearsal. It may be done once more after a cut, so each begins with partners of its own and undoes what it switches. */
export interface Step<Context> {
  /** Names it on the command line, in the log and in docs/deploy.md. */
  readonly id: string;
  /** The question that it answers, for the log. */
  readonly asks: string;
  /** Time that it takes in an account, about, in minutes. */
  readonly minutes: number;
  /** Without it nothing after it makes sense, so the rehearsal ends where it fails. @default false */
  readonly isNeeded?: boolean;
  /** Ids of steps without whose answer this one fails anyway: where one of them failed, it is not begun. @default none */
  readonly needs?: readonly string[];
  /** @returns the answer, for the log @throws Unanswered where the question stays open; anything else where the answer is no */
  run(context: Context): Promise<string>;
}

/** A step that could not be answered here and now; its message says why. It is no failure. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}
