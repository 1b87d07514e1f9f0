import { type IncomingMessage, request as sendRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AtEnd } from '../processes';
import { type Call, CannedAnswers, operation, type WireRequest } from './canned';
import { listen } from './loopback';

type After = (operation: string) => void;

/** Stands before services, passes calls on or answers them from earlier ones, and records them. */
export class Recorder {
  readonly #atEnd: AtEnd;
  readonly #capacity: boolean;
  #calls: Call[] = [];
  #after: After = () => undefined;
  #canned: CannedAnswers | undefined;
  #open = 0;
  #wave = 0;

  /** @param capacity has the database add the consumed capacity to its answers; it checks no signature of a body */
  constructor(atEnd: AtEnd, capacity = false) {
    this.#atEnd = atEnd;
    this.#capacity = capacity;
  }

  /** @returns an address in front of a service; without one, calls can only be replayed */
  before(service = ''): Promise<string> {
    return listen(this.#atEnd, async (message, response) => {
      if (this.#open === 0) this.#wave += 1;
      this.#open += 1;
      try {
        const { status, contentType, answer } = await this.#handle(service, message);
        response.writeHead(status, { 'content-type': contentType }).end(Buffer.from(answer, 'latin1'));
      } catch (error) {
        response.writeHead(500).end(String(error));
      }
      this.#open -= 1;
    });
  }

  /** Answers from these calls from now on; with `undefined` from the services again. */
  replay(calls: readonly Call[] | undefined): void {
    this.#canned = calls && new CannedAnswers(calls);
  }

  /**
   * @param after called when a service has done something, before the answer goes back
   * @returns the calls that were made during some work
   */
  async record(work: () => Promise<unknown>, after: After = () => undefined): Promise<Call[]> {
    const calls: Call[] = [];
    [this.#calls, this.#wave, this.#after] = [calls, 0, after];
    await work();
    [this.#calls, this.#after] = [[], () => undefined];
    return calls;
  }

  async #handle(service: string, message: IncomingMessage): Promise<Call> {
    const [calls, wave, after] = [this.#calls, this.#wave, this.#after];
    const { method = '', url: path = '', headers } = message;
    const body = (await buffer(message)).toString('latin1');
    const request = { method, path, target: String(headers['x-amz-target'] ?? ''), body };
    const canned = this.#canned?.find(request);
    const call = { ...(canned ?? (await this.#pass(service, request, message))), ...request, wave };
    if (canned === undefined) after(operation(request));
    calls.push(call);
    return call;
  }

  /** With its headers, which a signature covers. */
  async #pass(service: string, { method, path, target, body }: WireRequest, { headers }: IncomingMessage) {
    const isCounted = this.#capacity && target.startsWith('DynamoDB_');
    const counted = isCounted ? body.replace('{', '{"ReturnConsumedCapacity":"INDEXES",') : body;
    const length = isCounted ? { 'content-length': String(counted.length) } : {};
    const options = { method, headers: { ...headers, ...length }, agent: false };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const passed = sendRequest(new URL(path, service), options, resolve);
      passed.on('error', reject).end(Buffer.from(counted, 'latin1'));
    });
    const answer = (await buffer(response)).toString('latin1');
    return { status: response.statusCode ?? 0, contentType: response.headers['content-type'] ?? '', answer };
  }
}
