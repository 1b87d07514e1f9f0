import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { UnkindCloud, type Unkindness, type UnkindOptions } from './unkind-cloud';

export interface ProxyOptions extends UnkindOptions {
  /** With one it speaks TLS, as the cloud behind does. */
  readonly certificate?: { readonly certificateFile: string; readonly keyFile: string } | undefined;
}

export interface UnkindProxy {
  readonly url: string;
  /** Gives credentials to programs and clients, in the form of a container's: `AWS_CONTAINER_CREDENTIALS_FULL_URI`. */
  readonly credentialsUrl: string;
  counted(): Unkindness;
  stop(): Promise<void>;
}

/** Starts an unkind cloud on loopback, in front of a kind one. */
export async function startUnkindProxy({ certificate, ...options }: ProxyOptions): Promise<UnkindProxy> {
  const cloud = new UnkindCloud(options);
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const { method = 'GET', url: target = '/', headers } = incoming;
    const answer = await cloud.answer({ method, target, headers, body: Buffer.concat(chunks) });
    // The connection is cut before a byte of the answer.
    if (answer === undefined) return void response.destroy();
    const { status, body } = answer;
    const sent = Object.entries(answer.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [name, value] : value.flatMap((one) => [name, one]),
    );
    response.writeHead(status, [...sent, ...(method === 'HEAD' ? [] : ['content-length', String(body.length)])]);
    response.end(body);
  };
  const listener: RequestListener = (incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  };
  const front = certificate
    ? createTlsServer(
        { cert: readFileSync(certificate.certificateFile), key: readFileSync(certificate.keyFile) },
        listener,
      )
    : createServer(listener);
  // Of its own, without TLS: SDKs fetch credentials from loopback without a certificate.
  const credentials = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(cloud.issue()));
  });
  const scheme = certificate ? 'https' : 'http';
  return {
    url: `${scheme}://127.0.0.1:${await listen(front)}`,
    credentialsUrl: `http://127.0.0.1:${await listen(credentials)}/credentials`,
    counted: () => cloud.counted,
    stop: async () => {
      await Promise.all([close(front), close(credentials)]);
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return address.port;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
