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

/** It runs every minute in any case; it is among the fixed costs. */
const PERIODIC = workers.filter(({ folder }) => folder === 'workers/redrive-overdue').map(({ id }) => id);
/** Following the stream, which costs a function nothing, and the expiry of items: the local stack's own. */
const OF_THE_STACK = ['GetRecords', 'GetShardIterator', 'DescribeStream', 'DescribeTable', 'Scan'];
/** Polling of queues is the local stack's own, too; a deployed stage's is among its fixed costs. */
const COUNTED = /^$|^DynamoDB_|^TrentService\.|\.(SendMessage\w*|PutEvents)$/;
/** Looks in a period of quiet. A blocked process delays looks, so that a busy machine is not taken for a quiet one. */
const LOOKS = 20;
/** The function that the present call stack belongs to. */
const running = new AsyncLocalStorage<string>();

/**
 * Counts what this process asks of the local engines, and which functions it invokes, while a count is open: functions
 * and workers run in it. What is still under way of an earlier count is not in the next one.
 */
export class Tally {
  #open: { readonly calls: OwnedCall[]; readonly invoked: string[] } | undefined;
  /** Requests, responses and invocations so far. */
  #seen = 0;
  /** Invocations that have not ended. */
  #invocations = 0;

  /** Watches every HTTP request and every invocation from now on. */
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

  /** Closes the count. @throws Error when none is open */
  end(): Counts {
    const { calls, invoked } = this.#open ?? {};
    if (calls === undefined || invoked === undefined) throw new Error('No count is open');
    this.#open = undefined;
    return countAll(calls, invoked);
  }

  /** Closes the count after a period without a request, a response or a running invocation. */
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
