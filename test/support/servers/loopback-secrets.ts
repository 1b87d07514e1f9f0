import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { startHttpServer } from '#local/processes/http-server';

const getSecretValue = z.object({ SecretId: z.string() });

export interface LoopbackSecrets {
  readonly url: string;
  /** Secrets by ARN. For another ARN, the server returns the error of Secrets Manager for an unknown secret. */
  readonly secrets: Map<string, string>;
  readonly asked: { readonly arn: string; readonly headers: Readonly<Record<string, unknown>> }[];
  /** Statuses of the next responses, one each. */
  readonly failures: number[];
  stop(): Promise<void>;
}

/** Starts a fake of Secrets Manager. It supports only `GetSecretValue`, the only request that our functions send. */
export async function startLoopbackSecrets(): Promise<LoopbackSecrets> {
  const server = await startHttpServer(async (request, response) => {
    const { SecretId } = getSecretValue.parse(JSON.parse(await text(request)));
    service.asked.push({ arn: SecretId, headers: { ...request.headers } });
    const value = service.secrets.get(SecretId);
    const status = service.failures.shift() ?? (value === undefined ? 400 : 200);
    const body = status === 200 ? { SecretString: value } : { __type: 'ResourceNotFoundException' };
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
  });
  const service: LoopbackSecrets = {
    url: server.url,
    secrets: new Map(),
    asked: [],
    failures: [],
    stop: server.stop,
  };
  return service;
}
