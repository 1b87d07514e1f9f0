/** Permissions of an operator who freezes a stage, by an engine that evaluates policies as IAM does. */
import { PolicyDocument } from 'aws-cdk-lib/aws-iam';
import { describe, expect, it } from 'vitest';
import { freezeStatements } from '#infra/policies/freeze-access';
import { evaluate } from '#test/support/permissions/simulate';
import type { Policy } from '#test/support/permissions/stage-policies';

const ACCOUNT = '444455556666';
const place = { partition: 'aws', region: 'eu-west-1', account: ACCOUNT } as const;
const policy: Policy = new PolicyDocument({ statements: freezeStatements({ ...place, stage: 'sandbox' }) }).toJSON();

const arn = (service: string, resource: string) => `arn:aws:${service}:eu-west-1:${ACCOUNT}:${resource}`;
const PASSED = { 'iam:PassedToService': 'scheduler.amazonaws.com' };

/** Every call that ops/stage and `restore compare` make, on a resource of the stage, under the names that deployment makes. */
function calls(stage: string): [action: string, resource: string, context?: Record<string, string>][] {
  const stack = `PartnerRamp-${stage}`;
  const nested = arn('cloudformation', `stack/${stack}-Api-1ABC/0f`);
  const gateway = `arn:aws:apigateway:eu-west-1::/restapis/a1b2c3/stages/${stage}`;
  const target = { 'lambda:FunctionArn': arn('lambda', `function:${stack}-Messaging-runStepFunction-1ABC`) };
  return [
    ['cloudformation:DescribeStacks', arn('cloudformation', `stack/${stack}/0f`)],
    ['cloudformation:ListStackResources', nested],
    ['cloudformation:GetTemplate', nested],
    ['cloudformation:GetStackPolicy', arn('cloudformation', `stack/${stack}/0f`)],
    ['cloudformation:SetStackPolicy', arn('cloudformation', `stack/${stack}/0f`)],
    ['apigateway:GET', gateway],
    ['apigateway:PATCH', gateway],
    ['lambda:UpdateEventSourceMapping', arn('lambda', 'event-source-mapping:0f'), target],
    ['scheduler:GetSchedule', arn('scheduler', `schedule/default/${stack}-Messaging-sweepOverdue-1ABC`)],
    ['scheduler:UpdateSchedule', arn('scheduler', `schedule/default/${stack}-Messaging-sweepOverdue-1ABC`)],
    ['iam:PassRole', `arn:aws:iam::${ACCOUNT}:role/${stack}-Messaging-Role-1ABC`, PASSED],
    ['sqs:PurgeQueue', arn('sqs', `${stack}-Messaging-Queuessteps-1ABC`)],
    ['lambda:InvokeFunction', arn('lambda', `function:${stack}-Messaging-1-sweepOverdueFunction-1`)],
    ['dynamodb:Scan', arn('dynamodb', `table/${stack}-Data-Table-1ABC`)],
    ['dynamodb:BatchGetItem', arn('dynamodb', `table/${stack}-Data-Table-1ABC-restored`)],
  ];
}

const decision = (action: string, resource: string, context: Record<string, string> = {}) =>
  evaluate({
    request: { action, resource, context },
    principal: `arn:aws:iam::${ACCOUNT}:role/operator`,
    account: ACCOUNT,
    identityPolicy: policy,
  });

describe('an operator of the sandbox', () => {
  it.each(calls('sandbox'))('may %s', async (...call) => expect(await decision(...call)).toBe('Allowed'));

  it.each(calls('production'))('may not %s in production', async (...call) =>
    expect(await decision(...call)).toBe('ImplicitlyDenied'),
  );

  it('may read mappings, for which IAM knows no function, and give the role of a schedule to nothing else', async () => {
    expect(await decision('lambda:GetEventSourceMapping', arn('lambda', 'event-source-mapping:0f'))).toBe('Allowed');
    const role = `arn:aws:iam::${ACCOUNT}:role/PartnerRamp-sandbox-Messaging-Role-1ABC`;
    expect(await decision('iam:PassRole', role, { 'iam:PassedToService': 'lambda.amazonaws.com' })).toBe(
      'ImplicitlyDenied',
    );
  });
});
