import http from 'node:http';
import { AwsServiceError } from '#local/engines/json-service';
import { LOCAL_REGION } from '#local/engines/local-cloud';
import { isObject, type JsonObject, parseJsonObject } from '#local/template/json';

export interface JsonClientOptions {
  readonly endpoint: string;
  /** Name of the service in signatures, for example `sqs`. */
  readonly service: string;
  /** Prefix of `X-Amz-Target`, for example `AmazonSQS`. */
  readonly target: string;
  /** Name of the function on whose behalf the client sends requests, instead of a real session token. */
  readonly sessionToken?: string | undefined;
}

export interface JsonClient {
  /**
   * Sends one request. If the engine closed the idle connection, the client repeats a read or deletion.
   * @throws AwsServiceError with the engine's error code, or the connection error
   */
  call(operation: string, input: JsonObject, signal?: AbortSignal): Promise<JsonObject>;
  stop(): void;
}

/** Operations that are safe to repeat if the engine already executed them before it closed the connection. */
const MAY_BE_REPEATED = /^(Receive|Delete|Describe|Get|List)/;

/**
 * Client of a local engine with the AWS JSON protocol, for callers with many requests per second. It needs a third of the CPU
 * time of an AWS SDK client. Local engines check no signatures, so the client sends credentials without a valid signature.
 */
export function jsonClient({ endpoint, service, target, sessionToken }: JsonClientOptions): JsonClient {
  const { hostname, port } = new URL(endpoint);
  const agent = new http.Agent({ keepAlive: true });
  let stopped = false;
  const headers = {
    host: `${hostname}:${port}`,
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-date': '20260101T000000Z',
    authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/${LOCAL_REGION}/${service}/aws4_request, SignedHeaders=host;x-amz-date, Signature=local`,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  };

  function send(operation: string, body: string, signal: AbortSignal | undefined): Promise<JsonObject> {
    return new Promise((resolve, reject) => {
      const request = http.request({
        ...{ hostname, port, agent, method: 'POST', path: '/' },
        ...(signal !== undefined && { signal }),
        headers: {
          ...headers,
          'x-amz-target': `${target}.${operation}`,
          'content-length': Buffer.byteLength(body),
        },
      });
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const reply = parseJsonObject(Buffer.concat(chunks).toString('utf8')) ?? {};
          if (response.statusCode === 200) resolve(reply);
          else reject(toError(response.statusCode, reply));
        });
      });
      request.on('error', (error) => {
        const isStale = request.reusedSocket && isReset(error);
        if (isStale && !stopped && MAY_BE_REPEATED.test(operation)) send(operation, body, signal).then(resolve, reject);
        else reject(error);
      });
      request.end(body);
    });
  }

  return {
    call: (operation, input, signal) => send(operation, JSON.stringify(input), signal),
    stop() {
      stopped = true;
      agent.destroy();
    },
  };
}

/** `com.amazonaws.sqs#QueueDoesNotExist` → `QueueDoesNotExist` */
function toError(status: number | undefined, { __type, message, Message }: JsonObject): AwsServiceError {
  const type = typeof __type === 'string' ? __type.replace(/^.*#/, '') : `Status${status}`;
  return new AwsServiceError(type, String(message ?? Message ?? type));
}

function isReset(error: unknown): boolean {
  return isObject(error) && error.code === 'ECONNRESET';
}
