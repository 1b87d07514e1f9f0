/**
 * A wire that answers at once, in place of Node's HTTP client, so that what is measured is the program on this side of
 * it. A creation makes each operation once, so that the operation tells the answer.
 */
import { EventEmitter } from 'node:events';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';

/** `x-amz-target` → the body of the answer. */
export type Answers = Readonly<Record<string, string>>;

/** Puts the stub in the place of `http.request`, before anything else loads it. */
export function installStubWire(answers: Answers): void {
  const bodies = new Map(
    Object.entries(answers).map(([target, body]) => [target, Buffer.from(body, 'latin1')]),
  );
  const request = (options: http.RequestOptions, answered: (response: unknown) => void) => {
    const headers = options.headers;
    const target = headers !== undefined && 'x-amz-target' in headers ? String(headers['x-amz-target']) : '';
    const body = bodies.get(target);
    if (body === undefined) throw new Error(`No answer is on record for ${target}`);
    return new StubRequest(body, answered);
  };
  Object.assign(http, { request });
  syncBuiltinESMExports();
}

class StubRequest extends EventEmitter {
  readonly socket = { connecting: false, setKeepAlive() {}, setTimeout() {}, removeListener() {} };
  constructor(
    private readonly body: Buffer,
    private readonly answered: (response: unknown) => void,
  ) {
    super();
  }
  setTimeout(): this {
    return this;
  }
  destroy(): void {}
  end(): void {
    const head = {
      statusCode: 200,
      headers: { 'content-type': 'application/x-amz-json-1.0', 'content-length': String(this.body.length) },
    };
    process.nextTick(() => {
      const response = Object.assign(new Readable({ read() {} }), head);
      response.push(this.body);
      response.push(null);
      this.answered(response);
    });
  }
}
