import http from 'node:http';
import { AwsServiceError } from '#local/engines/json-service';
import { LOCAL_REGION } from '#local/engines/local-cloud';
import { isObject, type JsonObject, parseJsonObject } from '#local/template/json';

export interface JsonClientOptions {
  readonly endpoint: string;
  /** Service, as signatures name it, e.g. `sqs`. */
  readonly service: string;
  /** Prefix of `X-Amz-Target`, e.g. `AmazonSQS`. */
  readonly target: string;
  /** The function in whose name it asks. */
  readonly sessionToken?: string | undefined;
}

export interface JsonClient {
  /**
   * Makes one request. A read or a deletion is repeated once if the engine has closed the kept connection.
   * @throws AwsServiceError with the engine's refusal, or the error of the connection
   */
  call(operation: string, input: JsonObject, signal?: AbortSignal): Promise<JsonObject>;
  stop(): void;
}

/** Operations that do no harm if the engine did carry them out before it closed the connection. */
const MAY_BE_REPEATED = /^(Receive|Delete|Describe|Get|List)/;

/**
 * A client of a local engine by the AWS JSON protocol, for what asks many times a second: it takes a third of the
 * processor time of the SDK's. Local engines check no signatures, so it names its credentials and signs nothing.
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
