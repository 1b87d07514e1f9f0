import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { startHttpServer } from '#local/processes/http-server';

/** A request as a service of the cloud gets it. */
export interface CloudRequest {
  /** `GetCallerIdentity`, or method and path where the service has no operation in its requests. */
  readonly operation: string;
  readonly headers: IncomingHttpHeaders;
  /** The key that signed it. */
  readonly accessKeyId: string | undefined;
  readonly sessionToken: string | undefined;
  readonly body: string;
}

/** A response of a service: an object is sent as JSON, a text as it is, and nothing at all ends the connection. */
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

/** Starts a server on loopback that responds to calls of the cloud. `lost` is no response: the connection ends. */
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

/** A refusal as services with JSON send it. */
export const refusal = (name: string, message: string, status = 400): CloudResponse => ({
  status,
  body: { __type: name, message },
});

/** A refusal as services with XML send it. */
export const xmlRefusal = (name: string, message: string, status = 403): CloudResponse => ({
  status,
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${name}</Code><Message>${message}</Message></Error></ErrorResponse>`,
});
