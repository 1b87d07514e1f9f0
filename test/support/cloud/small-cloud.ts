import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { startHttpServer } from '#local/processes/http-server';

/** A request to an AWS service. */
export interface CloudRequest {
  /** Operation, for example `GetCallerIdentity`. Method and path if the requests of the service contain no operation. */
  readonly operation: string;
  readonly headers: IncomingHttpHeaders;
  readonly accessKeyId: string | undefined;
  readonly sessionToken: string | undefined;
  readonly body: string;
}

/** Response of a service. Objects are sent as JSON, text unchanged. */
export interface CloudResponse {
  /** @default 200 */
  readonly status?: number;
  readonly body: string | object;
}

export interface SmallCloud {
  readonly url: string;
  readonly requests: readonly CloudRequest[];
  stop(): Promise<void>;
}

/** Starts a fake AWS server on loopback. If `respond` returns `lost`, the server closes the connection without a response. */
export async function startSmallCloud(respond: (request: CloudRequest) => CloudResponse | 'lost'): Promise<SmallCloud> {
  const requests: CloudRequest[] = [];
  const { url, stop } = await startHttpServer(async (incoming, response) => {
    const body = await text(incoming);
    const { headers, method = '', url = '' } = incoming;
    const target = headers['x-amz-target'];
    const [, accessKeyId] = /Credential=([^/]+)\//.exec(headers.authorization ?? '') ?? [];
    const token = headers['x-amz-security-token'];
    const request: CloudRequest = {
      operation:
        (typeof target === 'string' ? target.split('.').at(-1) : new URLSearchParams(body).get('Action')) ??
        `${method} ${url}`,
      headers,
      accessKeyId,
      sessionToken: typeof token === 'string' ? token : undefined,
      body,
    };
    requests.push(request);
    const returned = respond(request);
    if (returned === 'lost') return void incoming.socket.destroy();
    const isText = typeof returned.body === 'string';
    response.writeHead(returned.status ?? 200, { 'content-type': isText ? 'text/xml' : 'application/x-amz-json-1.1' });
    response.end(isText ? returned.body : JSON.stringify(returned.body));
  });
  return { url, requests, stop };
}

/** Returns an error in the format of AWS services that use JSON. */
export const refusal = (name: string, message: string, status = 400): CloudResponse => ({
  status,
  body: { __type: name, message },
});

/** Returns an error in the format of AWS services that use XML. */
export const xmlRefusal = (name: string, message: string, status = 403): CloudResponse => ({
  status,
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${name}</Code><Message>${message}</Message></Error></ErrorResponse>`,
});
