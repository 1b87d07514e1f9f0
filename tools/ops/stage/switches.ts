/** Switches of all sources of work in a stage. Closing all of them freezes the stage. */

/** `changing`: on its way from one to the other. `partly`: some of what the switch covers is open, some frozen. */
export type SwitchState = 'open' | 'frozen' | 'changing' | 'partly';

export interface Switch {
  /**
   * `api`: requests. `mapping`: what a queue invokes. `stream`: what the table's stream invokes, which brings feeds and
   * counts up to date with what was written. `schedule`: what time invokes. `deployments`: what could open the others again.
   */
  readonly kind: 'api' | 'mapping' | 'stream' | 'schedule' | 'deployments';
  readonly name: string;
  state(): Promise<SwitchState>;
  /** Asks for the change and may return before it is done. Asked again, it does no harm. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

/** A route of the API, with a value in the place of each parameter. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/** A stage, as freezing and thawing see it. */
export interface StageSwitches {
  readonly switches: readonly Switch[];
  /** Base address of the API, without a slash at the end. */
  readonly baseUrl: string;
  readonly routes: readonly Route[];
  /** Returns once nothing runs any more that was begun before the call. */
  drained(tell: (line: string) => void): Promise<void>;
  /** The same for the functions that read the table's stream. */
  streamDrained(tell: (line: string) => void): Promise<void>;
  /** True if the stage's template itself is frozen, by a deployment with `--context frozen=true`. */
  readonly isDeployedFrozen: boolean;
  /** Empties the queues, whose messages may be about removed items, and fills them from the table. */
  rebuild(tell: (line: string) => void): Promise<void>;
}
