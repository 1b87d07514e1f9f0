/** Compares the permissions of roles with the calls that were made. */
import { LOCAL_ACCOUNT } from '#local/engines/local-cloud';
import type { CallRecord } from '#local/recording/call-recorder';
import { keyUseOf } from '#test/support/permissions/key-use';
import { inStage } from '#test/support/permissions/recorded-calls';
import { evaluate } from '#test/support/permissions/simulate';
import {
  listed,
  recordsKeyOf,
  resourceSide,
  type StagePolicies,
  type Statement,
} from '#test/support/permissions/stage-policies';

/** A grant that no test run can use, and why a function has it. */
interface Unseen {
  readonly actions: readonly string[];
  readonly reason: string;
  /** @default every function */
  readonly functions?: readonly string[];
}

const UNSEEN: readonly Unseen[] = [
  {
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    reason: 'Lambda writes the log; the local stack has one file.',
  },
  {
    actions: [
      'kms:DescribeKey',
      'kms:Encrypt',
      'kms:GenerateDataKey',
      'kms:GenerateDataKeyWithoutPlaintext',
      'kms:ReEncryptFrom',
      'kms:ReEncryptTo',
    ],
    reason: 'AWS asks for them of every caller that uses a table under a key of its own; no emulation shows when.',
  },
  {
    actions: ['sqs:GetQueueAttributes', 'sqs:ChangeMessageVisibility', 'dynamodb:ListStreams'],
    reason:
      'Lambda asks for them of the role of a mapping; local mappings know their source and let messages come back.',
  },
  {
    actions: [
      'dynamodb:GetItem',
      'dynamodb:BatchGetItem',
      'dynamodb:Query',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
      'dynamodb:ConditionCheckItem',
    ],
    reason:
      'test/infra/table-actions.test.ts holds them against the code, with the branches that only a lost race takes.',
  },
  {
    actions: ['sqs:SendMessage'],
    functions: ['publishEvents', 'projectChanges'],
    reason: 'Lambda names there what its mapping of the stream gives up, after retries of hours.',
  },
  {
    actions: ['sqs:SendMessage'],
    functions: ['markUndeliverable', 'sweepOverdue'],
    reason:
      'Few runs lose the message of a webhook that another one waits for; test/handlers/workers has every such case.',
  },
  {
    actions: ['sqs:DeleteMessage'],
    functions: ['markUndeliverable'],
    reason: 'Few runs have a dead letter that is read before its stack is stopped; MiniStack runs one in verify:cloud.',
  },
  {
    actions: ['s3:ListBucket'],
    functions: ['submitVerificationPage'],
    reason: 'Files that were announced and never sent are in test/handlers/pages/verify/submit.test.ts.',
  },
  {
    actions: ['s3:PutObject'],
    functions: ['createCrossRamp'],
    reason: 'Invoices of the countries that ask for one are in test/handlers/cross-ramp/create.test.ts.',
  },
  {
    actions: ['s3:GetObject'],
    functions: ['runStep'],
    reason: 'It gives files to the verification provider; the sandbox decides without one.',
  },
  {
    actions: ['kms:GenerateMac'],
    functions: ['runStep'],
    reason: 'It opens travel-rule information for the screening provider; the sandbox screens without one.',
  },
  {
    actions: ['kms:Decrypt'],
    functions: ['reportVerification'],
    reason: 'It reads the table for a caller whose secret it knows; the sandbox has no such provider.',
  },
];

function isUnseen(caller: string, action: string): boolean {
  return UNSEEN.some(({ actions, functions }) => actions.includes(action) && (functions?.includes(caller) ?? true));
}

/** A right to do one thing. */
interface Grant {
  readonly caller: string;
  readonly action: string;
  readonly resource: string;
  readonly statement: Statement;
}

/** Every right that the roles of a stage give, but those that no test run can use. */
function grantsOf({ functions, roleOf }: StagePolicies): Grant[] {
  return functions.flatMap((caller) =>
    roleOf(caller)
      .Statement.filter(({ Effect }) => Effect === 'Allow')
      .flatMap((statement) =>
        listed(statement.Action)
          .filter((action) => !isUnseen(caller, action))
          .flatMap((action) => listed(statement.Resource).map((resource) => ({ caller, action, resource, statement }))),
      ),
  );
}

/** Functions that have rights beyond those that no test run can use, and made no call. */
export function findSilentFunctions(policies: StagePolicies, records: readonly CallRecord[]): string[] {
  const heard = new Set(records.map(({ caller }) => caller));
  return [...new Set(grantsOf(policies).map(({ caller }) => caller))].filter((caller) => !heard.has(caller));
}

/** Rights that none of the calls needs, each as one line. */
export async function findUnusedGrants(policies: StagePolicies, records: readonly CallRecord[]): Promise<string[]> {
  const key = recordsKeyOf(policies);
  const own = records.map((record) => inStage(record, policies.stage));
  const calls = [...own, ...own.flatMap((record) => keyUseOf(record, key))];
  const unused: string[] = [];
  for (const grant of grantsOf(policies)) {
    const candidates = calls.filter(({ caller, action }) => caller === grant.caller && action === grant.action);
    if (!(await isUsed(policies, grant, candidates)))
      unused.push(`${grant.caller} | ${grant.action} | ${grant.resource}`);
  }
  return unused;
}

async function isUsed(
  policies: StagePolicies,
  { action, resource, statement }: Grant,
  calls: readonly CallRecord[],
): Promise<boolean> {
  const identityPolicy = { Version: '2012-10-17', Statement: [{ ...statement, Action: action, Resource: resource }] };
  const principal = `arn:aws:iam::${LOCAL_ACCOUNT}:role/function`;
  for (const { caller: _, ...request } of calls) {
    const side = resourceSide(policies, request.resource);
    if ((await evaluate({ request, principal, identityPolicy, ...side })) === 'Allowed') return true;
  }
  return false;
}
