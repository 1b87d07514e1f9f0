import { gzipSync } from 'node:zlib';
import { DownloadFailed, DownloadRefused } from '#shared/platform/network/download';
import { type FileServer, sampleFiles } from '#test/support/servers/file-server';
import { neverFinal, switchProtocols } from '#test/support/servers/informational';

export type FileAnswer = Parameters<FileServer['answers']['set']>[1];

/** Writes the same piece over and over, as fast as it is read or with a pause. */
export function endless(piece: Uint8Array, everyMs?: number): FileAnswer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' });
    if (everyMs !== undefined) {
      const drip = setInterval(() => response.write(piece), everyMs);
      response.on('close', () => clearInterval(drip));
      return;
    }
    const flood = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', flood);
    flood();
  };
}

const redirect =
  (status: number, location: string): FileAnswer =>
  (response) =>
    response.writeHead(status, { location }).end();

/** The cap of the downloads that meet these answers, in bytes. */
export const MAX_BYTES = 100_000;

const tooLarge = new DownloadRefused(`File is larger than ${MAX_BYTES} bytes`);
const encoded = new DownloadRefused('Content is encoded');
/** The end of a download that had 0.3 s. */
export const late = new DownloadFailed('Timed out after 0.3 s');

/** Hostile answers of a server in place of a file: a name, the answer, and the result of the download. */
export const hostileAnswers: readonly [string, FileAnswer, Error][] = [
  ['a redirect to loopback', redirect(302, 'http://127.0.0.1:9/'), new DownloadFailed('HTTP 302')],
  ['a redirect to metadata', redirect(307, 'http://169.254.169.254/'), new DownloadFailed('HTTP 307')],
  ['a redirect to the public internet', redirect(301, 'https://8.8.8.8/'), new DownloadFailed('HTTP 301')],
  ['a redirect to itself', redirect(308, '/file'), new DownloadFailed('HTTP 308')],
  ['a redirect to a file', redirect(303, 'file:///etc/passwd'), new DownloadFailed('HTTP 303')],
  ['no file', (response) => response.writeHead(404).end(sampleFiles.jpeg), new DownloadFailed('HTTP 404')],
  ['an expired signature', (response) => response.writeHead(403).end(), new DownloadFailed('HTTP 403')],
  ['a failure', (response) => response.writeHead(500).end(sampleFiles.jpeg), new DownloadFailed('HTTP 500')],
  ['nothing', (response) => response.writeHead(200).end(), new DownloadFailed('File is empty')],
  ['no content', (response) => response.writeHead(204).end(), new DownloadFailed('File is empty')],
  [
    'a length over the cap, before any byte',
    (response) => {
      response.writeHead(200, { 'content-length': String(MAX_BYTES + 1) });
      response.flushHeaders();
    },
    tooLarge,
  ],
  [
    'a length of terabytes',
    (response) => {
      response.writeHead(200, { 'content-length': '999999999999999' });
      response.flushHeaders();
    },
    tooLarge,
  ],
  ['a flood without a length', endless(Buffer.alloc(16_384)), tooLarge],
  [
    'one byte over the cap, without a length',
    (response) => {
      response.writeHead(200);
      response.write(Buffer.alloc(MAX_BYTES));
      response.end('x');
    },
    tooLarge,
  ],
  ['a slow drip', endless(Buffer.from('x'), 20), late],
  ['silence', () => undefined, late],
  [
    'silence after the head',
    (response) => {
      response.writeHead(200);
      response.flushHeaders();
    },
    late,
  ],
  ['informational answers only', (response) => response.writeProcessing(), late],
  [
    'a length and chunks',
    (response) => {
      response.socket?.write(
        'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
      );
    },
    new DownloadFailed('Answer is not valid HTTP'),
  ],
  ['informational answers without end', neverFinal, late],
  ['a change of the protocol', switchProtocols, new DownloadFailed('Answer is not valid HTTP')],
  [
    'fewer bytes than announced',
    (response) => {
      response.writeHead(200, { 'content-length': '5000' });
      response.write(sampleFiles.jpeg, () => response.destroy());
    },
    new DownloadFailed('Answer was cut short'),
  ],
  [
    'a gzip bomb',
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(20_000_000))),
    encoded,
  ],
  ['brotli in capitals', (response) => response.writeHead(200, { 'content-encoding': 'BR' }).end('x'), encoded],
  [
    'one encoding after another',
    (response) => response.writeHead(200, { 'content-encoding': 'identity, deflate' }).end('x'),
    encoded,
  ],
  ['a closed connection', (response) => response.destroy(), new DownloadFailed('Connection closed without an answer')],
  [
    'an endless head',
    (response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => response.socket?.write('x-more: 1\r\n'), 20);
      response.on('close', () => clearInterval(drip));
    },
    late,
  ],
  [
    'a head of a megabyte',
    (response) => {
      response.socket?.write(`HTTP/1.1 200 OK\r\nx-more: ${'x'.repeat(1_000_000)}\r\n\r\n`);
    },
    new DownloadFailed('Answer has more than 16 KB of headers'),
  ],
];
