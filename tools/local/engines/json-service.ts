import type { IncomingMessage } from 'node:http';
import { isForeignRequest } from '#local/engines/foreign-request';
import { startHttpServer } from '#local/processes/http-server';
import { type JsonObject, parseJsonObject } from '#local/template/json';

/** Larger than any valid request. The largest valid request is a PutEvents call, with entries of at most 256 KB in total. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

/** An error response of the AWS JSON protocol. The client throws an error with the name `type`. */
export class AwsServiceError extends Error {
  /** @param type name of the error, sent as `__type` */
  constructor(type: string, message: string) {
    super(message);
    this.name = type;
  }
}

export interface JsonServiceOptions {
  /** Prefix of `X-Amz-Target`, for example `TrentService`. */
  readonly target: string;
  readonly operations: Readonly<Record<string, (input: JsonObject) => JsonObject | Promise<JsonObject>>>;
}

export interface JsonService {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Starts an AWS JSON 1.1 server on a free loopback port. It rejects requests from web pages, because it checks no signatures. */
export async function startJsonService({ target, operations }: JsonServiceOptions): Promise<JsonService> {
  const { url: endpoint, stop } = await startHttpServer(async (request, response) => {
    if (isForeignRequest(request.headers, endpoint)) {
      response.writeHead(403, { connection: 'close' }).end();
      return;
    }
    const { status, body } = await respond(request);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(body));
  });

  async function respond(request: IncomingMessage): Promise<{ status: number; body: JsonObject }> {
    try {
      const [service, name = ''] = String(request.headers['x-amz-target']).split('.');
      const operation = service === target && Object.hasOwn(operations, name) ? operations[name] : undefined;
      if (operation === undefined) throw new AwsServiceError('UnknownOperationException', `${name} is not supported`);
      return { status: 200, body: await operation(parse(await readBody(request))) };
    } catch (error) {
      const failure =
        error instanceof AwsServiceError
          ? error
          : new AwsServiceError('InternalFailure', `Local service: ${String(error)}`);
      return {
        status: failure === error ? 400 : 500,
        body: { __type: failure.name, message: failure.message },
      };
    }
  }

  return { endpoint, stop };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > BODY_LIMIT_BYTES) throw new AwsServiceError('RequestEntityTooLargeException', 'The body is too large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(body: string): JsonObject {
  const value = parseJsonObject(body);
  if (value === undefined) throw new AwsServiceError('SerializationException', 'The body is not a JSON object');
  return value;
}
