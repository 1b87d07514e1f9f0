import type { StageName } from '#shared/values/stage-name';

/** A step of the plan. It may be done once more after a cut, so each begins with partners of its own and undoes what it switches. */
export interface Step<Context> {
  /** Names it on the command line, in the log and in docs/deploy.md. */
  readonly id: string;
  /** The question that it answers, for the log. */
  readonly asks: string;
  /** Time that it takes in an account, about, in minutes. @default 0, of a step that is done on an emulator alone */
  readonly minutes?: number;
  /** Without it nothing after it makes sense, so the run ends where it fails. @default false */
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

/** Steps by their ids, one after the other. A list in it is done side by side, and a list in that one after the other again. */
export type Order = readonly (string | Order)[];

/** A stage, and the steps by which it is deployed, asked and removed. */
export interface Run {
  readonly stage: StageName;
  /** Releases that are synthesized. `second`: new code that does the same. `failing`: code that fails on purpose. */
  readonly releases: readonly ('first' | 'second' | 'failing')[];
  /** Roles that the emulator's IAM can enforce, over TLS. @default false */
  readonly enforcesIam?: boolean;
  /** Receivers of webhooks and of alarms beside the stage, in the account, and settings for them. @default false */
  readonly hasSupport?: boolean;
  /** Id of the step from which on the run mostly waits, so that the next one may begin. @default its end */
  readonly quietFrom?: string;
  readonly order: Order;
}
