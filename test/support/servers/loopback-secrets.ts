import { createServer } from 'node:http';
import * as z from 'zod/mini';

const getSecretValue = z.object({ SecretId: z.string() });

export interface LoopbackSecrets {
  readonly url: string;
  /** Texts by ARN; any other is answered as the service does for an unknown secret. */
  readonly secrets: Map<string, string>;
  /** The requests so far, with their headers. */
  readonly asked: { readonly arn: string; readonly headers: Readonly<Record<string, unknown>> }[];
  /** Statuses of the next answers, one each. */
  readonly failures: number[];
  stop(): Promise<void>;
}

/** The one call of Secrets Manager that the service makes, on loopback. */
export async function startLoopbackSecrets(): Promise<LoopbackSecrets> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { SecretId } = getSecretValue.parse(JSON.parse(Buffer.concat(chunks).toString()));
      service.asked.push({ arn: SecretId, headers: { ...request.headers } });
      const value = service.secrets.get(SecretId);
      const status = service.failures.shift() ?? (value === undefined ? 400 : 200);
      const body = status === 200 ? { SecretString: value } : { __type: 'ResourceNotFoundException' };
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The secrets service does not listen');
  const service: LoopbackSecrets = {
    url: `http://127.0.0.1:${address.port}`,
    secrets: new Map(),
    asked: [],
    failures: [],
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return service;
}
