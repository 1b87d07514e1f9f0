/** The errors of the table, as the SDK throws them after its own attempts. */
import {
  type AttributeValue,
  type CancellationReason,
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  IdempotentParameterMismatchException,
  ProvisionedThroughputExceededException,
  ResourceNotFoundException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';

export type Item = Record<string, AttributeValue>;

const $metadata = { httpStatusCode: 400, attempts: 1 };
/** The client makes three attempts where the service may take the same call a moment later. */
const lastAttempt = { httpStatusCode: 400, attempts: 3 };

export function validation(message: string): DynamoDBServiceException {
  return new DynamoDBServiceException({ name: 'ValidationException', $fault: 'client', message, $metadata });
}

export function conditionFailed(found: Item | undefined): ConditionalCheckFailedException {
  const message = 'The conditional request failed';
  return new ConditionalCheckFailedException({ message, $metadata, ...(found === undefined ? {} : { Item: found }) });
}

export function cancelled(reasons: readonly CancellationReason[], attempts = 1): TransactionCanceledException {
  const codes = reasons.map(({ Code }) => Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  const metadata = { ...$metadata, attempts };
  return new TransactionCanceledException({ message, $metadata: metadata, CancellationReasons: [...reasons] });
}

export function tokenReused(): IdempotentParameterMismatchException {
  const message = 'The client request token was used for another request';
  return new IdempotentParameterMismatchException({ Message: message, message, $metadata });
}

export function unknownTable(name: string): ResourceNotFoundException {
  return new ResourceNotFoundException({
    message: `Requested resource not found: Table: ${name} not found`,
    $metadata,
  });
}

export function throttled(): ProvisionedThroughputExceededException {
  const message = 'The level of configured provisioned throughput for the table was exceeded.';
  return new ProvisionedThroughputExceededException({ message, $metadata: lastAttempt });
}

export function heldByTransaction(): TransactionConflictException {
  return new TransactionConflictException({ message: 'Transaction is ongoing for the item', $metadata });
}

/** Builds the error of the client when no response came: the call may have been carried out. */
export function noResponse(): Error {
  return Object.assign(new Error('Connection timed out'), { name: 'TimeoutError', $metadata: lastAttempt });
}
