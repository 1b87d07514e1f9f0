import { roundTrip } from './round-trips';

/** A planned fault of requests to a simulated AWS service. If several faults match a request, the first added fault applies. */
interface Fault<Call> {
  readonly matches: (call: Call) => boolean;
  readonly before: (call: Call) => unknown;
  /** Called after the request was executed. Throws an error to simulate a lost response. */
  readonly after?: () => never;
  times: number;
}

export class Faults<Call> {
  readonly calls: Call[] = [];
  readonly #faults: Fault<Call>[] = [];

  /** Makes the next matching requests fail without executing them. */
  fail(error: (call: Call) => Error, matches: (call: Call) => boolean, times = 1): void {
    const before = (call: Call) => {
      throw error(call);
    };
    this.#faults.push({ matches, before, times });
  }

  /** Executes the next matching request, but throws an error instead of returning its response. */
  loseResponse(error: () => Error, matches: (call: Call) => boolean): void {
    const after = () => {
      throw error();
    };
    this.#faults.push({ matches, before: () => undefined, after, times: 1 });
  }

  /** Calls `act` before the next matching request. */
  beforeNext(act: () => unknown, matches: (call: Call) => boolean): void {
    this.#faults.push({ matches, before: act, times: 1 });
  }

  /** Executes a request with its planned fault. */
  async run<Result>(call: Call, work: () => Result): Promise<Result> {
    this.calls.push(call);
    const index = this.#faults.findIndex(({ matches }) => matches(call));
    const fault = this.#faults[index];
    if (fault !== undefined) {
      fault.times -= 1;
      // The fault is removed before its action runs, because the action can cause another matching request.
      if (fault.times <= 0) this.#faults.splice(index, 1);
    }
    await roundTrip();
    await fault?.before(call);
    const response = work();
    fault?.after?.();
    return response;
  }
}
