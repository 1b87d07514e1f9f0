/** Interfaces between a simulated function and the simulated world. */

import type { Scheduler } from '#test/simulation/clock/scheduler';
import type { Chance } from '#test/support/chance';

/** A request of an instance to a service. */
export interface ServiceCall {
  /** Such as `SQS`. */
  readonly service: string;
  readonly operation: string;
  /** Executes the request and returns its response. @throws the error that the AWS service would return */
  readonly act: () => unknown;
  /** Returns the error of the SDK client for a request without a response in any attempt. */
  readonly noResponse: () => Error;
  /** Returns the error of the SDK client for a request that the service throttled in every attempt. */
  readonly throttled: () => Error;
  /** Returns the SDK client's error for a conflict with another transaction on the same items. Absent if none is possible. */
  readonly conflict?: (() => Error) | undefined;
}

/** A request to a server outside of AWS. */
export interface WebCall {
  readonly method: string;
  readonly url: string;
  /** Headers with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebReply {
  readonly status: number;
  readonly body: string;
}

/** Receives the requests of instances. */
export interface Outside {
  service(caller: FunctionProcess, call: ServiceCall): Promise<unknown>;
  web(caller: FunctionProcess, call: WebCall, signal: AbortSignal | undefined): Promise<WebReply>;
  /** Converts an SDK command to a request. */
  toCall(command: unknown): ServiceCall;
  log(caller: FunctionProcess, line: string): void;
}

export interface InstanceOptions {
  /** Id of the function in shared/contract/endpoints.ts, for example `createOnRamp`. */
  readonly functionId: string;
  /** Name of the instance, for example `createOnRamp#2`. */
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Time of the instance's clock minus the virtual time, in ms. */
  readonly skewMs: number;
  /** Random number generator of the instance. */
  readonly chance: Chance;
}

/** A process of a function. The simulation replaces its clock, timers and requests with code that calls this interface. */
export interface FunctionProcess {
  readonly options: InstanceOptions;
  readonly scheduler: Scheduler;
  readonly outside: Outside;
  readonly name: string;
  /** False after a crash. */
  readonly isAlive: boolean;
  /** Returns the time of the instance's clock, in epoch ms. */
  nowMs(): number;
  /** Returns the milliseconds since the start. The value never decreases. */
  uptimeMs(): number;
  /** Returns a promise that an event settles. If the process crashes first, the promise never settles. */
  waitFor<Value>(start: (settle: Settle<Value>) => void): Promise<Value>;
  /** Ends the process at any point of its code. */
  crash(reason: 'crash' | 'timeout'): void;
}

export interface Settle<Value> {
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/** Result of an invocation for the service that invoked the function. */
export type Outcome =
  | { readonly isOk: true; readonly value: unknown }
  | { readonly isOk: false; readonly reason: 'error' | 'crash' | 'timeout'; readonly message: string };
