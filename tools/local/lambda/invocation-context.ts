import { randomUUID } from 'node:crypto';

/** The Node.js context object, without the functions for callback handlers. */
export interface InvocationContext {
  readonly functionName: string;
  readonly functionVersion: string;
  readonly invokedFunctionArn: string;
  readonly memoryLimitInMB: string;
  readonly awsRequestId: string;
  readonly logGroupName: string;
  readonly logStreamName: string;
  callbackWaitsForEmptyEventLoop: boolean;
  /** Returns the ms until the function's timeout; never negative. */
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
