import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { FunctionRuntime } from '#local/lambda/runtime';
import { workers } from '#shared/contract/endpoints';
import { type Counts, countAll, type OwnedCall } from '#test/support/metering/counts';
import {
  hasOpenCalls,
  operation,
  readTarget,
  replaceHttpClient,
  watchRequest,
} from '#test/support/metering/http-calls';

/** Functions that run every minute; they belong to the fixed costs. */
const PERIODIC = workers.filter(({ folder }) => folder === 'workers/redrive-overdue').map(({ id }) => id);
/** Requests of the local stack that read the stream and find expired items. In AWS, a stage does not pay for this work. */
const OF_THE_STACK = ['GetRecords', 'GetShardIterator', 'DescribeStream', 'DescribeTable', 'Scan'];
/** Matches the counted requests. Excludes polling of queues by the local stack: in AWS, polling belongs to the fixed costs. */
const COUNTED = /^$|^DynamoDB_|^TrentService\.|\.(SendMessage\w*|PutEvents)$/;
/** Number of checks in a quiet period. A blocked process delays the checks, so a busy machine does not appear quiet. */
const LOOKS = 20;
/** Key of the function whose invocation is running in the current asynchronous context. */
const running = new AsyncLocalStorage<string>();

/**
 * Counts the requests of this process to the local AWS services, and its function invocations, from the start to the end of a
 * count. Excludes requests that started during an earlier count.
 */
export class Tally {
  #open: { readonly calls: OwnedCall[]; readonly invoked: string[] } | undefined;
  /** Number of requests, responses and invocations so far. */
  #seen = 0;
  #invocations = 0;

  /** Starts to record HTTP requests and invocations. */
  static start(): Tally {
    const tally = new Tally();
    replaceHttpClient((outgoing) => {
      const [open, owner, target] = [tally.#open, running.getStore(), readTarget(outgoing.options)];
      const isLeftOut = !COUNTED.test(target) || OF_THE_STACK.includes(operation({ target })) || isPeriodic(owner);
      if (open === undefined || isLeftOut) return outgoing.pass();
      tally.#seen += 1;
      return watchRequest(outgoing, (call) => {
        tally.#seen += 1;
        open.calls.push({ ...call, owner });
      });
    });
    const invoke = FunctionRuntime.prototype.invoke;
    FunctionRuntime.prototype.invoke = function (this: FunctionRuntime, key, event) {
      if (isPeriodic(key)) return running.run(key, () => invoke.call(this, key, event));
      tally.#seen += 1;
      tally.#invocations += 1;
      tally.#open?.invoked.push(key);
      return running
        .run(key, () => invoke.call(this, key, event))
        .finally(() => {
          tally.#invocations -= 1;
        });
    };
    return tally;
  }

  /** Opens a count. */
  begin(): void {
    this.#open = { calls: [], invoked: [] };
  }

  /** Ends the count. @throws Error if no count is open */
  end(): Counts {
    const { calls, invoked } = this.#open ?? {};
    if (calls === undefined || invoked === undefined) throw new Error('No count is open');
    this.#open = undefined;
    return countAll(calls, invoked);
  }

  /** Ends the count after a period without requests, responses and running invocations. */
  async endWhenQuiet(quietMs: number): Promise<Counts> {
    let last = this.#seen;
    for (let quietLooks = 0; quietLooks < LOOKS; ) {
      await sleep(quietMs / LOOKS);
      const isQuiet = this.#seen === last && this.#invocations === 0 && !hasOpenCalls();
      quietLooks = isQuiet ? quietLooks + 1 : 0;
      last = this.#seen;
    }
    return this.end();
  }
}

function isPeriodic(key = ''): boolean {
  return PERIODIC.some((id) => key.includes(id));
}
