import type { IncomingMessage, ServerResponse } from 'node:http';
import { startHttpServer } from '#local/processes/http-server';
import type { AtEnd } from '../processes';

type Respond = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Starts a server on this machine. The server returns 500 if `respond` fails. @returns the URL without a path */
export async function listen(atEnd: AtEnd, respond: Respond): Promise<string> {
  const { url, stop } = await startHttpServer((request, response) => {
    respond(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  atEnd(stop);
  return url;
}
