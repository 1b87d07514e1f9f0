/** In-memory KMS, queues and event bus. They respond to the requests of the service's AWS clients. */
import { createHmac } from 'node:crypto';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import {
  DecryptCommand,
  type DecryptCommandInput,
  EncryptCommand,
  type EncryptCommandInput,
  GenerateMacCommand,
  type GenerateMacCommandInput,
  InvalidCiphertextException,
  KMSClient,
} from '@aws-sdk/client-kms';
import { ChangeMessageVisibilityCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import * as z from 'zod/mini';
import { Faults } from './faults';
import { notSimulated } from './replace-send';

/** Builds the error that an AWS client throws if the service returns status 503 to all three attempts. */
export function serviceUnavailable(): Error {
  const $metadata = { httpStatusCode: 503, attempts: 3 };
  return Object.assign(new Error('Service unavailable'), { name: 'ThrottlingException', $fault: 'server', $metadata });
}

/** A simulated service whose next requests can fail. */
abstract class SimulatedService {
  readonly #faults = new Faults<undefined>();

  /** Makes the next request fail. @param error @default the error after three responses with status 503 */
  failNext(error: Error = serviceUnavailable()): void {
    this.#faults.fail(
      () => error,
      () => true,
    );
  }

  protected run<Result>(work: () => Result): Promise<Result> {
    return this.#faults.run(undefined, work);
  }

  abstract readonly restore: () => void;
}

interface MockedClient {
  readonly send: { callsFake(send: (command: unknown) => Promise<unknown>): unknown };
  restore(): void;
}

/** Sets the responses of a mocked client. @returns a function that restores it */
function responding(client: MockedClient, send: (command: unknown) => Promise<unknown>): () => void {
  client.send.callsFake(send);
  return () => client.restore();
}

const sealedText = z.object({ key: z.string(), context: z.record(z.string(), z.string()), plain: z.string() });

/** In-memory KMS without encryption: the ciphertext contains the key, the context and the text in readable form. */
export const keyService = {
  encrypt({ KeyId: key = '', EncryptionContext: context = {}, Plaintext = new Uint8Array() }: EncryptCommandInput) {
    const plain = Buffer.from(Plaintext).toString('base64');
    return { CiphertextBlob: Buffer.from(JSON.stringify({ key, context, plain })) };
  },

  decrypt(input: DecryptCommandInput) {
    const sealed = sealedText.parse(JSON.parse(Buffer.from(input.CiphertextBlob ?? []).toString()));
    const isSame = JSON.stringify(sealed.context) === JSON.stringify(input.EncryptionContext ?? {});
    if (!isSame || sealed.key !== input.KeyId)
      throw new InvalidCiphertextException({ message: 'Not sealed so', $metadata: {} });
    return { Plaintext: Buffer.from(sealed.plain, 'base64') };
  },

  generateMac({ KeyId = '', Message = new Uint8Array() }: GenerateMacCommandInput) {
    return { Mac: createHmac('sha256', KeyId).update(Message).digest() };
  },
} as const;

export class MemoryKeys extends SimulatedService {
  readonly restore = responding(mockClient(KMSClient), async (command) => {
    if (command instanceof EncryptCommand) return this.run(() => keyService.encrypt(command.input));
    if (command instanceof DecryptCommand) return this.run(() => keyService.decrypt(command.input));
    if (command instanceof GenerateMacCommand) return this.run(() => keyService.generateMac(command.input));
    return notSimulated(command);
  });
}

/** A message that a handler sent. */
export interface SentMessage {
  readonly queue: string;
  readonly message: unknown;
  readonly delayS: number;
}

/** A received message whose visibility timeout a handler extended. */
export interface PostponedMessage {
  readonly queue: string;
  readonly receiptHandle: string | undefined;
  readonly hiddenS: number | undefined;
}

export class MemoryQueues extends SimulatedService {
  readonly sent: SentMessage[] = [];
  /** Message groups (SQS fair queues) of `sent`, in the same order. A group is a partner or an additional endpoint. */
  readonly groups: (string | undefined)[] = [];
  readonly postponed: PostponedMessage[] = [];
  readonly restore = responding(mockClient(SQSClient), async (command) => {
    if (command instanceof SendMessageBatchCommand) return this.run(() => this.#send(command));
    if (command instanceof ChangeMessageVisibilityCommand) return this.run(() => this.#postpone(command));
    return notSimulated(command);
  });

  #send({ input: { QueueUrl, Entries = [] } }: SendMessageBatchCommand) {
    if (Entries.length === 0 || Entries.length > 10) throw new Error('A batch has 1 to 10 messages');
    for (const { MessageBody = '', MessageGroupId, DelaySeconds: delayS = 0 } of Entries) {
      this.sent.push({ queue: queueName(QueueUrl), message: JSON.parse(MessageBody), delayS });
      this.groups.push(MessageGroupId);
    }
    return { Successful: Entries.map(({ Id }) => ({ Id, MessageId: Id, MD5OfMessageBody: '' })), Failed: [] };
  }

  #postpone({ input }: ChangeMessageVisibilityCommand) {
    const { QueueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout: hiddenS } = input;
    this.postponed.push({ queue: queueName(QueueUrl), receiptHandle, hiddenS });
    return {};
  }
}

/** An event that a handler put on the bus. */
export interface PutEvent {
  readonly busName: string | undefined;
  readonly source: string | undefined;
  readonly detailType: string | undefined;
  readonly detail: unknown;
}

export class MemoryBus extends SimulatedService {
  readonly events: PutEvent[] = [];
  readonly restore = responding(mockClient(EventBridgeClient), async (command) => {
    if (command instanceof PutEventsCommand) return this.run(() => this.#put(command));
    return notSimulated(command);
  });
  #refusals = 0;

  /** Makes the bus reject the next events. */
  refuse(events: number): void {
    this.#refusals = events;
  }

  #put({ input: { Entries = [] } }: PutEventsCommand) {
    if (Entries.length === 0 || Entries.length > 10) throw new Error('A call has 1 to 10 events');
    const taken = Entries.map(({ EventBusName: busName, Source: source, DetailType: detailType, Detail = '' }) => {
      this.#refusals -= 1;
      if (this.#refusals >= 0) return { ErrorCode: 'ThrottlingException' };
      this.events.push({ busName, source, detailType, detail: JSON.parse(Detail) });
      return { EventId: String(this.events.length) };
    });
    return { Entries: taken, FailedEntryCount: taken.filter(({ ErrorCode }) => ErrorCode !== undefined).length };
  }
}

const queueName = (url = ''): string => url.slice(url.lastIndexOf('/') + 1);
