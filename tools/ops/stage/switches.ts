/** Switches for all sources of work in a stage. In a frozen stage, `deployments` can be open; all other switches are `frozen`. */

/** `changing`: between `open` and `frozen`. `partly`: some resources of the switch are open, some are frozen. */
export type SwitchState = 'open' | 'frozen' | 'changing' | 'partly';

export interface Switch {
  /**
   * `api`: requests. `mapping`: queue consumers. `stream`: readers of the table's stream, which update feeds and counts.
   * `schedule`: scheduled invocations. `deployments`: stack updates, which could open the other switches.
   */
  readonly kind: 'api' | 'mapping' | 'stream' | 'schedule' | 'deployments';
  readonly name: string;
  state(): Promise<SwitchState>;
  /** Requests the change and can return before the change is complete. A repeated call is harmless. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

/** A route of the API, with a value for each path parameter. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/** A stage with its switches, for freezing and thawing. */
export interface StageSwitches {
  readonly switches: readonly Switch[];
  /** Base URL of the API, without a trailing slash. */
  readonly baseUrl: string;
  readonly routes: readonly Route[];
  /** Waits until all work that started before the call has ended. */
  drained(tell: (line: string) => void): Promise<void>;
  /** Waits like `drained`, for the functions that read the table's stream. */
  streamDrained(tell: (line: string) => void): Promise<void>;
  /** True if the deployed template is frozen (`--context frozen=true`). */
  readonly isDeployedFrozen: boolean;
  /**
   * Empties the queues, because their messages may refer to items that the restored table lacks. Then sends the messages of all
   * due items in the restored table.
   */
  rebuild(tell: (line: string) => void): Promise<void>;
}
