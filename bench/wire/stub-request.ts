import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import type { Call, Content, Outgoing } from '#test/support/metering/http-calls';

/** A recorded answer, made ready beforehand. */
export type CannedResponse = ReturnType<typeof toResponse>;

/**
 * Answers a request with no socket: what remains to be measured is the program on this side of the wire.
 * @param defer when the answer comes: at once, unless it is given
 */
export function stubRequest(
  { receive }: Outgoing,
  find: (content: Content) => CannedResponse,
  { defer = process.nextTick, done = () => {} }: { defer?: (give: () => void) => unknown; done?: () => void } = {},
): EventEmitter {
  const request = new EventEmitter();
  const end = (content: Content = '') => {
    const { body, ...head } = find(content);
    defer(() => {
      const response = Object.assign(new Readable({ read() {} }), head, { complete: true });
      response.push(body);
      response.push(null);
      response.once('end', done);
      request.emit('response', response);
      receive?.(response);
    });
  };
  const socket = { connecting: false, setKeepAlive() {}, setTimeout() {}, removeListener() {} };
  return Object.assign(request, { socket, end, setTimeout: () => request, destroy() {} });
}

export function toResponse({ status, contentType, answer }: Call) {
  const body = Buffer.from(answer, 'latin1');
  const headers = {
    ...{ 'content-type': contentType, 'content-length': String(body.length), connection: 'keep-alive' },
    'x-amzn-requestid': 'BENCHMARK0000000000000000000000000000000000000000000',
    date: 'Sat, 21 Nov 2026 08:00:00 GMT',
  };
  return { statusCode: status, headers, body };
}
