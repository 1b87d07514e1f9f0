import * as z from 'zod';
import { AwsRefusal } from '#cloud/aws/aws-caller';
import type { PreflightContext } from './check';

const stacks = z.object({
  Stacks: z.array(
    z.object({
      StackStatus: z.string(),
      Outputs: z.array(z.object({ OutputKey: z.string(), OutputValue: z.string() })).default([]),
    }),
  ),
});

/** A stack with its outputs. Absent: there is none of that name. @throws AwsRefusal */
export async function readStack({ aws }: Pick<PreflightContext, 'aws'>, StackName: string) {
  const found = await aws.call('cloudformation DescribeStacks', { StackName }, stacks).catch((error: unknown) => {
    if (error instanceof AwsRefusal && error.isAbsence) return undefined;
    throw error;
  });
  const [stack] = found?.Stacks ?? [];
  return (
    stack && {
      status: stack.StackStatus,
      outputs: Object.fromEntries(stack.Outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue])),
    }
  );
}

/** The name of the stage's stack. */
export const stageStack = ({ config }: PreflightContext): string => `PartnerRamp-${config.name}`;

const concurrency = z.object({
  AccountLimit: z.object({
    ConcurrentExecutions: z.number(),
    /** Absent on some emulators. */
    UnreservedConcurrentExecutions: z.number().optional(),
  }),
});

/** Invocations at once of the account: all, and those that functions of the account have reserved. */
export async function readConcurrency({ aws }: Pick<PreflightContext, 'aws'>) {
  const { AccountLimit } = await aws.call('lambda GetAccountSettings', {}, concurrency);
  const { ConcurrentExecutions: limit, UnreservedConcurrentExecutions: unreserved = limit } = AccountLimit;
  return { limit, reserved: limit - unreserved };
}

const gateway = z.object({
  cloudwatchRoleArn: z.string().nullish(),
  throttleSettings: z.object({ rateLimit: z.number(), burstLimit: z.number() }),
});

/** Settings of API Gateway that all APIs of the account and region share. */
export async function readGatewayAccount({ aws }: Pick<PreflightContext, 'aws'>) {
  return await aws.call('apigateway GetAccount', {}, gateway);
}
