/** Decides calls as IAM does, by an engine that evaluates policies. */
import { runSimulation } from '@cloud-copilot/iam-simulate';
import { LOCAL_ACCOUNT } from '#local/engines/local-cloud';
import type { IamRequest } from '#local/recording/iam-request';
import type { JsonObject } from '#local/template/json';
import { listed, type Policy, resourceSide, type StagePolicies } from '#test/support/permissions/stage-policies';

export type Decision = 'Allowed' | 'ExplicitlyDenied' | 'ImplicitlyDenied';

/** A request with what is evaluated on it. */
export interface Evaluated {
  readonly request: IamRequest;
  /** ARN of who asks, or the name of a service. */
  readonly principal: string;
  /** The account that has the resource. @default that of the local cloud */
  readonly account?: string | undefined;
  readonly identityPolicy?: Policy | undefined;
  readonly resourcePolicy?: JsonObject | undefined;
}

/**
 * IAM's decision.
 * @throws Error for a policy that is not valid, an action that does not exist, or a condition key that the action does not have
 */
export async function evaluate({
  request,
  principal,
  account = LOCAL_ACCOUNT,
  identityPolicy,
  resourcePolicy,
}: Evaluated): Promise<Decision> {
  const { action, resource, context } = request;
  const outcome = await runSimulation(
    {
      request: {
        principal,
        action,
        resource: { resource, accountId: account },
        contextVariables: Object.fromEntries(
          // To IAM an empty set is none; the engine would take it for a value.
          Object.entries(context)
            .filter(([, value]) => value.length > 0)
            .map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
        ),
      },
      identityPolicies: identityPolicy === undefined ? [] : [{ name: 'Access', policy: identityPolicy }],
      serviceControlPolicies: [],
      resourceControlPolicies: [],
      resourcePolicy,
    },
    {},
  );
  const where = `${action} on ${resource}`;
  if (outcome.resultType === 'error') throw new Error(`${where}: ${JSON.stringify(outcome.errors)}`);
  // Left out of the evaluation, it would make a condition look as if the request had no such value.
  const ignored = outcome.resultType === 'single' ? outcome.result.ignoredContextKeys : [];
  if (ignored !== undefined && ignored.length > 0) throw new Error(`${where} has no condition key ${ignored}`);
  return outcome.overallResult;
}

/** Context of every call of a deployed function: its addresses are https. */
const DEPLOYED = { 'aws:SecureTransport': 'true' };

/** Decisions on the calls of a stage's functions, by request and by what the role says of its action. */
const decisions = new WeakMap<StagePolicies, Map<string, Promise<Decision>>>();

/** The decision on a call of a function, by its role and by the policy of what it calls. */
export function decide(policies: StagePolicies, caller: string, request: IamRequest): Promise<Decision> {
  const { action, resource, context } = request;
  const known = decisions.get(policies) ?? new Map<string, Promise<Decision>>();
  decisions.set(policies, known);
  const own = statementsOn(action, policies.roleOf(caller));
  // Many roles say the same of an action.
  const key = `${action} ${resource} ${JSON.stringify(context)} ${own.text}`;
  const container = resource.startsWith('arn:aws:s3:::') ? resource.split('/')[0] : resource;
  const decision =
    known.get(key) ??
    evaluate({
      request: { action, resource, context: { ...DEPLOYED, ...context } },
      principal: `arn:aws:iam::${LOCAL_ACCOUNT}:role/function`,
      identityPolicy: own.policy,
      ...resourceSide(policies, container ?? resource),
    });
  known.set(key, decision);
  return decision;
}

/** Valid, and without effect on any call. */
const NOTHING: Policy = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Deny', Action: 'iam:GetUser', Resource: `arn:aws:iam::${LOCAL_ACCOUNT}:user/none` }],
};

interface OwnStatements {
  readonly policy: Policy;
  readonly text: string;
}

const statements = new WeakMap<Policy, Map<string, OwnStatements>>();

/** The policy without the statements that name other actions, which decide nothing. */
function statementsOn(action: string, role: Policy): OwnStatements {
  const byAction = statements.get(role) ?? new Map<string, OwnStatements>();
  statements.set(role, byAction);
  const known = byAction.get(action);
  if (known !== undefined) return known;
  const own = role.Statement.filter(({ Action }) =>
    listed(Action).some((name) => name.includes('*') || name === action),
  );
  const policy = own.length === 0 ? NOTHING : { Version: role.Version, Statement: own };
  const found = { policy, text: JSON.stringify(policy) };
  byAction.set(action, found);
  return found;
}
