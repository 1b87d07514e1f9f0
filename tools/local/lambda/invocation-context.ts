import { randomUUID } from 'node:crypto';

/** The context object of the Node.js runtime, as far as a handler can see it without a callback. */
export interface InvocationContext {
  readonly functionName: string;
  readonly functionVersion: string;
  readonly invokedFunctionArn: string;
  readonly memoryLimitInMB: string;
  readonly awsRequestId: string;
  readonly logGroupName: string;
  readonly logStreamName: string;
  callbackWaitsForEmptyEventLoop: boolean;
  /** Milliseconds until the function is stopped; never negative. */
  getRemainingTimeInMillis(): number;
}

export function invocationContext(fn: {
  readonly name: string;
  readonly arn: string;
  readonly memoryMb: number;
  readonly timeoutMs: number;
}): InvocationContext {
  const deadline = performance.now() + fn.timeoutMs;
  return {
    functionName: fn.name,
    functionVersion: '$LATEST',
    invokedFunctionArn: fn.arn,
    memoryLimitInMB: String(fn.memoryMb),
    awsRequestId: randomUUID(),
    logGroupName: `/aws/lambda/${fn.name}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadline - performance.now())),
  };
}
