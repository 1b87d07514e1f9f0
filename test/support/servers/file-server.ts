import type { IncomingMessage, ServerResponse } from 'node:http';
import { startHttpServer } from '#local/processes/http-server';

/** Example files: the first bytes that identify each type, followed by content. */
export const sampleFiles = {
  jpeg: sample('\xff\xd8\xff\xe0\x00\x10JFIF\x00'),
  png: sample('\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR'),
  gif: sample('GIF89a\x01\x00\x01\x00'),
  oldGif: sample('GIF87a\x01\x00\x01\x00'),
  webp: sample('RIFF\x24\x00\x00\x00WEBPVP8 '),
  pdf: sample('%PDF-1.7\n'),
  html: Buffer.from('<!doctype html><script>alert(1)</script>'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
} as const;

function sample(beginning: string): Buffer {
  return Buffer.concat([Buffer.from(beginning, 'latin1'), Buffer.alloc(2000, 7)]);
}

export interface FileServer {
  readonly origin: string;
  readonly port: number;
  /** Path and query of every request so far, in order. */
  readonly requests: string[];
  /** Connections so far. */
  readonly connections: () => number;
  /** Responses by path (without query). Other paths return 404. */
  readonly responses: Map<string, (response: ServerResponse, request: IncomingMessage) => void>;
  /** Serves a file at a path. @returns its URL */
  serve(path: string, content: Uint8Array, contentType?: string): string;
  stop(): Promise<void>;
}

/** Starts a file server on loopback. It can also return responses that are not files. */
export async function startFileServer(): Promise<FileServer> {
  const requests: string[] = [];
  const responses: FileServer['responses'] = new Map();
  let connections = 0;
  const {
    server,
    port,
    url: origin,
    stop,
  } = await startHttpServer((request, response) => {
    requests.push(request.url ?? '');
    const respond = responses.get((request.url ?? '').split('?')[0] ?? '');
    if (respond === undefined) response.writeHead(404).end('no such file');
    else respond(response, request);
  });
  server.on('connection', () => {
    connections += 1;
  });
  return {
    origin,
    port,
    requests,
    connections: () => connections,
    responses,
    serve(path, content, contentType = 'application/octet-stream') {
      responses.set(path, (response) => response.writeHead(200, { 'content-type': contentType }).end(content));
      return `${origin}${path}`;
    },
    stop,
  };
}
