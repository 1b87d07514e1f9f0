import { roundTrip } from './round-trips';

/** Fault in calls of a service, in the order in which a test asks for it. */
interface Fault<Call> {
  readonly matches: (call: Call) => boolean;
  readonly before: (call: Call) => unknown;
  /** Action once the call has been carried out: its response is lost. */
  readonly after?: () => never;
  times: number;
}

export class Faults<Call> {
  /** Every call, in order. */
  readonly calls: Call[] = [];
  readonly #faults: Fault<Call>[] = [];

  /** The next calls that match end with the error, and are not carried out. */
  fail(error: (call: Call) => Error, matches: (call: Call) => boolean, times = 1): void {
    const before = (call: Call) => {
      throw error(call);
    };
    this.#faults.push({ matches, before, times });
  }

  /** The next call that matches is carried out, and its response is lost. */
  loseResponse(error: () => Error, matches: (call: Call) => boolean): void {
    const after = () => {
      throw error();
    };
    this.#faults.push({ matches, before: () => undefined, after, times: 1 });
  }

  /** Something happens before the next call that matches. */
  beforeNext(act: () => unknown, matches: (call: Call) => boolean): void {
    this.#faults.push({ matches, before: act, times: 1 });
  }

  /** Carries out a call, with the fault that was requested. */
  async run<Result>(call: Call, work: () => Result): Promise<Result> {
    this.calls.push(call);
    const index = this.#faults.findIndex(({ matches }) => matches(call));
    const fault = this.#faults[index];
    if (fault !== undefined) {
      fault.times -= 1;
      // Removed before it acts: its action may be a matching call, too.
      if (fault.times <= 0) this.#faults.splice(index, 1);
    }
    await roundTrip();
    await fault?.before(call);
    const response = work();
    fault?.after?.();
    return response;
  }
}
