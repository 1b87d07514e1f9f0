/**
 * A wire that answers at once, in place of Node's HTTP client: what is measured is the program on this side of it.
 * Requests are recognised in the first two invocations, the cold and the first warm one; those after make the same
 * calls in the same order as the second.
 */
import { EventEmitter } from 'node:events';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import { CannedAnswers, type RecordedCall } from '../handlers/wire';

interface Prepared {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface StubWire {
  /** Starts an invocation. */
  begin(): void;
  /** Calls in this invocation so far. */
  calls(): number;
}

/** Puts the stub in the place of `http.request`, before anything else loads it. */
export function installStubWire(calls: readonly RecordedCall[]): StubWire {
  const canned = new CannedAnswers(calls);
  const prepared = calls.map(({ answer }): Prepared => {
    const body = Buffer.from(answer.body, 'latin1');
    const headers = {
      'content-type': answer.contentType,
      'content-length': String(body.length),
      'x-amzn-requestid': 'BENCHMARK0000000000000000000000000000000000000000000',
      connection: 'keep-alive',
      date: 'Sat, 21 Nov 2026 08:00:00 GMT',
    };
    return { statusCode: answer.status, headers, body };
  });
  const order: number[] = [];
  let position = 0;
  let invocations = 0;

  class StubRequest extends EventEmitter {
    readonly socket = { connecting: false, setKeepAlive() {}, setTimeout() {}, removeListener() {} };
    readonly #options: http.RequestOptions;
    readonly #answered: (response: unknown) => void;
    constructor(options: http.RequestOptions, answered: (response: unknown) => void) {
      super();
      this.#options = options;
      this.#answered = answered;
    }
    setTimeout(): this {
      return this;
    }
    destroy(): void {}
    end(content?: string | Uint8Array): void {
      const at = order[position] ?? this.#find(content ?? '');
      order[position] = at;
      position += 1;
      const answer = prepared[at];
      if (answer === undefined) throw new Error('No answer is on record');
      process.nextTick(() => {
        const response = Object.assign(new Readable({ read() {} }), answer, { complete: true });
        response.push(answer.body);
        response.push(null);
        this.emit('response', response);
        this.#answered(response);
      });
    }
    #find(content: string | Uint8Array): number {
      const { method, path, headers } = this.#options;
      const target =
        headers !== undefined && 'x-amz-target' in headers ? String(headers['x-amz-target']) : '';
      const body = Buffer.from(content).toString('latin1');
      return canned.find({ method: method ?? '', path: path ?? '', target, body });
    }
  }

  Object.assign(http, {
    request: (options: http.RequestOptions, answered: (response: unknown) => void) =>
      new StubRequest(options, answered),
  });
  syncBuiltinESMExports();
  return {
    begin() {
      position = 0;
      invocations += 1;
      if (invocations > 2) return;
      order.length = 0;
      canned.begin();
    },
    calls: () => position,
  };
}
