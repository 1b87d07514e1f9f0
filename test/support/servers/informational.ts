import type { ServerResponse } from 'node:http';

const odd = (response: ServerResponse) => void response.socket?.write('HTTP/1.1 199 Odd\r\nX-Odd: 1\r\n\r\n');

/** Informational responses that can precede the final response (RFC 9110, section 15.2). */
export const informational: readonly [name: string, write: (response: ServerResponse) => void][] = [
  ['100 Continue', (response) => response.writeContinue()],
  ['102 Processing', (response) => response.writeProcessing()],
  ['103 Early Hints', (response) => response.writeEarlyHints({ link: '</style.css>; rel=preload' })],
  ['an unknown number', odd],
  [
    'several',
    (response) => {
      response.writeContinue();
      response.writeContinue();
      response.writeProcessing();
      response.writeEarlyHints({ link: ['</a.css>; rel=preload', '</b.js>; rel=preload'] });
      odd(response);
      for (let count = 0; count < 200; count += 1) response.writeProcessing();
    },
  ],
];

/** Sends informational responses until the connection closes, never a final response. */
export function neverFinal(response: ServerResponse): void {
  const again = setInterval(() => response.writeContinue(), 5);
  response.on('close', () => clearInterval(again));
}

/** Switches the protocol although the client did not request it. */
export function switchProtocols(response: ServerResponse): void {
  response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
}
