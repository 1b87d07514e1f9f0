/** Errors of the table, as the AWS SDK throws them after its retries. */
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
/** Metadata of an error after three attempts, for requests that the client retries. */
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

/** Builds the client error for a request without a response. The service may have executed the request. */
export function noResponse(): Error {
  return Object.assign(new Error('Connection timed out'), { name: 'TimeoutError', $metadata: lastAttempt });
}
