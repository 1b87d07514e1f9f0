/** Interfaces between the parts of a simulated function and the world around it. */

import type { Scheduler } from '#test/simulation/clock/scheduler';
import type { Chance } from '#test/support/chance';

/** One call of a service, as an instance makes it. */
export interface ServiceCall {
  /** Such as `SQS`. */
  readonly service: string;
  readonly operation: string;
  /** Carries the call out and gives its response. @throws the service's error in place of one */
  readonly act: () => unknown;
  /** Error of the client when no response came in any of its attempts. */
  readonly noResponse: () => Error;
  /** Error of the client when the service refused all of its attempts. */
  readonly throttled: () => Error;
  /** Error of the client when another transaction is in progress on the same items; absent if that is no error of the call. */
  readonly conflict?: (() => Error) | undefined;
}

/** A request to a server outside of the cloud. */
export interface WebCall {
  readonly method: string;
  readonly url: string;
  /** Headers by their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebReply {
  readonly status: number;
  readonly body: string;
}

/** Receiver of the calls of instances. */
export interface Outside {
  service(caller: FunctionProcess, call: ServiceCall): Promise<unknown>;
  web(caller: FunctionProcess, call: WebCall, signal: AbortSignal | undefined): Promise<WebReply>;
  /** Makes calls by the commands of the SDK. */
  toCall(command: unknown): ServiceCall;
  /** A line of an instance's log. */
  log(caller: FunctionProcess, line: string): void;
}

export interface InstanceOptions {
  /** Id of the function in the endpoint table or the worker table. */
  readonly functionId: string;
  /** Name of this instance, such as `createOnRamp#2`. */
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Deviation of its clock, in ms. */
  readonly skewMs: number;
  /** Source of its random numbers. */
  readonly chance: Chance;
}

/** A running process of a function, as its clock, its timers and its calls see it. */
export interface FunctionProcess {
  readonly options: InstanceOptions;
  readonly scheduler: Scheduler;
  readonly outside: Outside;
  readonly name: string;
  /** `false` once it has crashed. */
  readonly isAlive: boolean;
  /** Epoch ms by its own clock. */
  nowMs(): number;
  /** Milliseconds since it started; they only ever rise. */
  uptimeMs(): number;
  /** A promise that an event settles. It stays open where the process has crashed before. */
  waitFor<Value>(start: (settle: Settle<Value>) => void): Promise<Value>;
  /** Ends the process, wherever its code is. */
  crash(reason: 'crash' | 'timeout'): void;
}

export interface Settle<Value> {
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/** End of an invocation, as the service that made it sees it. */
export type Outcome =
  | { readonly isOk: true; readonly value: unknown }
  | { readonly isOk: false; readonly reason: 'error' | 'crash' | 'timeout'; readonly message: string };
