import type { IncomingMessage, ServerResponse } from 'node:http';
import { startHttpServer } from '#local/processes/http-server';
import type { AtEnd } from '../processes';

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Starts a server on this machine, which responds 500 with what `answer` throws. @returns its address without a path */
export async function listen(atEnd: AtEnd, answer: Answer): Promise<string> {
  const { url, stop } = await startHttpServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  atEnd(stop);
  return url;
}
