/** Executes SDK commands in the simulated cloud. */
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { DecryptCommand, EncryptCommand, GenerateMacCommand } from '@aws-sdk/client-kms';
import { ChangeMessageVisibilityCommand, SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Controls } from '#test/simulation/controls';
import type { ServiceCall } from '#test/simulation/functions/process';
import { keyService, serviceUnavailable } from '#test/support/handlers/services';
import { cancelled, heldByTransaction, noResponse, throttled } from '#test/support/handlers/table/errors';
import { type TableCommand, toTableCommand } from '#test/support/handlers/table/table-client';
import type { SimulatedBus } from './bus';
import type { SimulatedQueue } from './queue';
import type { SimulatedTable } from './table';

export interface Services {
  readonly table: SimulatedTable;
  readonly bus: SimulatedBus;
  /** Returns a queue by the last part of its URL. @throws Error for an unknown queue */
  readonly queue: (url: string | undefined) => SimulatedQueue;
  /** Returns a new idempotency token for each DynamoDB transaction without a token. Retries use the same token, as in the SDK. */
  readonly newToken: () => string;
  readonly controls: Controls;
}

const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'];

/** Converts an SDK command. @throws Error for a command that the simulation does not support */
export function toServiceCall(command: unknown, services: Services): ServiceCall {
  const tableCommand = toTableCommand(withToken(command, services));
  if (tableCommand !== undefined) {
    const changed = services.controls.change(command);
    if (changed === command) return toTableCall(tableCommand, services.table);
    const instead = toTableCommand(withToken(changed, services));
    return toTableCall({ ...tableCommand, act: instead?.act ?? (() => ({})) }, services.table);
  }
  const { service, operation, act } = otherCall(command, services);
  return { service, operation, act, noResponse, throttled: serviceUnavailable };
}

function withToken(command: unknown, { newToken }: Services): unknown {
  if (!(command instanceof TransactWriteCommand)) return command;
  return new TransactWriteCommand({ ClientRequestToken: newToken(), ...command.input });
}

function toTableCall(command: TableCommand, table: SimulatedTable): ServiceCall {
  const { operation } = command;
  const isTransaction = operation === 'TransactWriteItems';
  const conflict = isTransaction ? () => cancelled([{ Code: 'TransactionConflict' }]) : heldByTransaction;
  return {
    service: 'DynamoDB',
    operation,
    act: () => table.carryOut(command),
    noResponse,
    throttled: () => (isTransaction ? cancelled([{ Code: 'ThrottlingError' }], 3) : throttled()),
    conflict: WRITES.includes(operation) ? conflict : undefined,
  };
}

function otherCall(command: unknown, { bus, queue }: Services): Pick<ServiceCall, 'service' | 'operation' | 'act'> {
  if (command instanceof SendMessageBatchCommand) {
    const { QueueUrl, Entries = [] } = command.input;
    return { service: 'SQS', operation: 'SendMessageBatch', act: () => sendAll(queue(QueueUrl), Entries) };
  }
  if (command instanceof ChangeMessageVisibilityCommand) {
    const { QueueUrl, ReceiptHandle = '', VisibilityTimeout = 0 } = command.input;
    const act = () => {
      queue(QueueUrl).postpone(ReceiptHandle, VisibilityTimeout);
      return {};
    };
    return { service: 'SQS', operation: 'ChangeMessageVisibility', act };
  }
  if (command instanceof PutEventsCommand) {
    const { Entries = [] } = command.input;
    return { service: 'EventBridge', operation: 'PutEvents', act: () => bus.put(Entries) };
  }
  if (command instanceof EncryptCommand) return keyCall('Encrypt', () => keyService.encrypt(command.input));
  if (command instanceof DecryptCommand) return keyCall('Decrypt', () => keyService.decrypt(command.input));
  if (command instanceof GenerateMacCommand) return keyCall('GenerateMac', () => keyService.generateMac(command.input));
  throw new Error(`The simulation does not know the command ${command?.constructor.name}`);
}

const keyCall = (operation: string, act: () => unknown) => ({ service: 'KMS', operation, act });

function sendAll(queue: SimulatedQueue, entries: NonNullable<SendMessageBatchCommand['input']['Entries']>) {
  if (entries.length === 0 || entries.length > 10) throw new Error('A batch has 1 to 10 messages');
  const sent = entries.map(({ Id, MessageBody = '', DelaySeconds = 0 }) => ({
    Id,
    isTaken: queue.send(MessageBody, DelaySeconds),
  }));
  return {
    Successful: sent.filter(({ isTaken }) => isTaken).map(({ Id }) => ({ Id })),
    Failed: sent.filter(({ isTaken }) => !isTaken).map(({ Id }) => ({ Id, Code: 'InternalError' })),
  };
}
