/**
 * A wire that answers at once, in place of Node's HTTP client: what is measured is the program on this side of it.
 * Requests are recognised in the first two invocations, the cold and the first warm one; those after make the same
 * calls in the same order as the second.
 */
import { EventEmitter } from 'node:events';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import { type Call, CannedAnswers } from '#bench/wire/canned';

export interface StubWire {
  /** Starts an invocation. */
  begin(): void;
  /** Calls in this invocation so far. */
  calls(): number;
}

/** Puts the stub in the place of `http.request`, before anything else loads it. */
export function installStubWire(calls: readonly Call[]): StubWire {
  const canned = new CannedAnswers(calls);
  const answers = new Map(calls.map((call) => [call, prepared(call)]));
  const order: Call[] = [];
  let position = 0;
  let invocations = 0;

  function request(options: http.RequestOptions, answered: (response: unknown) => void): EventEmitter {
    const sent = new EventEmitter();
    const end = (content: string | Uint8Array = '') => {
      const call = order[position] ?? canned.find(toRequest(options, content));
      order[position] = call;
      position += 1;
      const answer = answers.get(call);
      process.nextTick(() => {
        const response = Object.assign(new Readable({ read() {} }), answer, { complete: true });
        response.push(answer?.body);
        response.push(null);
        sent.emit('response', response);
        answered(response);
      });
    };
    const socket = { connecting: false, setKeepAlive() {}, setTimeout() {}, removeListener() {} };
    return Object.assign(sent, { socket, end, setTimeout: () => sent, destroy() {} });
  }

  Object.assign(http, { request });
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

function toRequest({ method, path, headers }: http.RequestOptions, content: string | Uint8Array) {
  const target = headers && 'x-amz-target' in headers ? String(headers['x-amz-target']) : '';
  return { method: method ?? '', path: path ?? '', target, body: Buffer.from(content).toString('latin1') };
}

function prepared({ status, contentType, answer }: Call) {
  const body = Buffer.from(answer, 'latin1');
  const headers = {
    ...{ 'content-type': contentType, 'content-length': String(body.length), connection: 'keep-alive' },
    'x-amzn-requestid': 'BENCHMARK0000000000000000000000000000000000000000000',
    date: 'Sat, 21 Nov 2026 08:00:00 GMT',
  };
  return { statusCode: status, headers, body };
}
