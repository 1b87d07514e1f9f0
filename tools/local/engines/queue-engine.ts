import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import * as z from 'zod/mini';
import type { queueSchema } from '#local/template/property-schemas';
import { isForeignRequest } from './foreign-request';
import { LOCAL_REGION, localClient, queueArn } from './local-cloud';

/** The resolved properties of an AWS::SQS::Queue that the engine supports. Times are in seconds. */
type QueueProperties = z.output<typeof queueSchema>;

export interface QueueEngineOptions {
  /** Queue properties by key. The key is also the name of a queue without `QueueName`. */
  readonly queues: Readonly<Record<string, QueueProperties>>;
}

export interface LocalQueue {
  readonly name: string;
  /** URL from the engine, unchanged. The engine finds a queue only by exactly this text. */
  readonly url: string;
  readonly arn: string;
  /** Seconds. */
  readonly visibilityTimeoutS: number;
}

/** Default visibility timeout of SQS, in seconds. */
const DEFAULT_VISIBILITY_S = 30;

export interface QueueEngine {
  /** URL of the SQS API. */
  readonly endpoint: string;
  readonly queues: ReadonlyMap<string, LocalQueue>;
  stop(): Promise<void>;
}

/** Starts the queue engine in this process and creates the queues. */
export async function startQueueEngine(options: QueueEngineOptions): Promise<QueueEngine> {
  checkDeadLetterTargets(options.queues);
  // The library's start function is not used: it always listens on all network interfaces.
  const app = buildApp({ logger: false, host: '127.0.0.1', defaultRegion: LOCAL_REGION });
  app.addHook('onRequest', async ({ headers }: QueueRequest, reply: QueueReply) => {
    if (isForeignRequest(headers, endpoint)) await reply.code(403).send();
  });
  app.addHook('onSend', async (request: QueueRequest, _reply: QueueReply, response: unknown) => {
    const release = requestToRelease(request.body, response);
    if (release !== undefined && (await hasHungUp(request)))
      await app.inject({ ...release, headers: { ...release.headers, host: new URL(endpoint).host } });
    return response;
  });
  const endpoint = await app.listen({ port: 0, host: '127.0.0.1' });
  const client = new SQSClient(localClient(endpoint));
  const stop = async () => {
    client.destroy();
    await app.close();
  };
  try {
    const queues = new Map<string, LocalQueue>();
    for (const [key, properties] of Object.entries(options.queues)) {
      queues.set(key, await createQueue(client, properties.QueueName ?? key, properties));
    }
    return { endpoint, queues, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface QueueRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly raw: { readonly socket: { readonly destroyed: boolean } };
}

/** Number of event loop turns to wait before a response. Node.js then shows whether the client has closed the connection. */
const TURNS_TO_SEE_AN_END = 2;

async function hasHungUp({ raw }: QueueRequest): Promise<boolean> {
  for (let turn = 0; turn < TURNS_TO_SEE_AN_END && !raw.socket.destroyed; turn += 1) await nextTurn();
  return raw.socket.destroyed;
}

const receiveRequest = z.object({ QueueUrl: z.string(), WaitTimeSeconds: z.number() });
const received = z.object({ Messages: z.array(z.object({ ReceiptHandle: z.string() })) });

/**
 * Builds the request that makes the messages of a long poll visible again after the client closed the connection. The engine
 * continues such a poll, and would hide its messages from other clients for the visibility timeout.
 */
function requestToRelease(body: unknown, response: unknown) {
  const receive = receiveRequest.safeParse(body);
  if (!receive.success || typeof response !== 'string') return undefined;
  const { data } = received.safeParse(JSON.parse(response));
  if (data === undefined) return undefined;
  const Entries = data.Messages.map(({ ReceiptHandle }, index) => ({
    Id: String(index),
    ReceiptHandle,
    VisibilityTimeout: 0,
  }));
  return {
    method: 'POST',
    url: '/',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'AmazonSQS.ChangeMessageVisibilityBatch',
    },
    payload: JSON.stringify({ QueueUrl: receive.data.QueueUrl, Entries }),
  } as const;
}

interface QueueReply {
  code(status: number): { send(): PromiseLike<unknown> };
}

/** Checks that every dead-letter queue exists, as SQS does. The engine does not check this. */
function checkDeadLetterTargets(queues: Readonly<Record<string, QueueProperties>>): void {
  const arns = new Set(Object.entries(queues).map(([key, { QueueName }]) => queueArn(QueueName ?? key)));
  for (const [key, { RedrivePolicy }] of Object.entries(queues)) {
    if (RedrivePolicy !== undefined && !arns.has(RedrivePolicy.deadLetterTargetArn)) {
      throw new Error(`Queue ${key} redrives to ${RedrivePolicy.deadLetterTargetArn}, which does not exist.`);
    }
  }
}

async function createQueue(client: SQSClient, name: string, properties: QueueProperties): Promise<LocalQueue> {
  const { QueueName: _, RedrivePolicy, ...times } = properties;
  const Attributes = Object.fromEntries(Object.entries(times).map(([attribute, value]) => [attribute, String(value)]));
  if (RedrivePolicy !== undefined) Attributes.RedrivePolicy = JSON.stringify(RedrivePolicy);
  const { QueueUrl: url } = await client.send(new CreateQueueCommand({ QueueName: name, Attributes }));
  if (url === undefined) throw new Error(`The queue engine returned no URL for ${name}.`);
  return { name, url, arn: queueArn(name), visibilityTimeoutS: properties.VisibilityTimeout ?? DEFAULT_VISIBILITY_S };
}
