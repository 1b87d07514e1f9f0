import type { Construct } from 'constructs';
import { MoneyAlarms } from '#infra/constructs/alarms/release-alarms';
import { type GradualRelease, movesMoney } from '#infra/constructs/gradual-release';
import { LiveVersion } from '#infra/constructs/live-version';
import { type FunctionContext, ServiceFunction } from '#infra/constructs/service-function';
import { StagePart } from '#infra/stacks/stage-part';
import type { EndpointRow } from '#shared/contract/endpoints';

/** Longest run of an endpoint's function, in seconds. */
const FUNCTION_TIMEOUT_S = 15;

/** The nested stacks that hold the functions of the endpoints. */
export const ENDPOINT_GROUPS = ['People', 'Payments', 'Integration'] as const;

export type EndpointGroupName = (typeof ENDPOINT_GROUPS)[number];

/**
 * The group of each first folder under `functions/`. CloudFormation cannot move a function between stacks, so a line
 * stays as it is once it has been deployed; new folders go where they fit.
 */
const GROUP_BY_FOLDER: ReadonlyMap<string, EndpointGroupName> = new Map([
  ['associated-persons', 'People'],
  ['banking-onboarding', 'People'],
  ['banks', 'People'],
  ['kyb', 'People'],
  ['kyc', 'People'],
  ['pages', 'People'],
  ['provider-callbacks', 'People'],
  ['signatures', 'People'],
  ['user-accounts', 'People'],
  ['users', 'People'],
  ['wallets', 'People'],
  ['capabilities', 'Payments'],
  ['cross-ramp', 'Payments'],
  ['off-ramp', 'Payments'],
  ['on-ramp', 'Payments'],
  ['provider-events', 'Payments'],
  ['quotes', 'Payments'],
  ['receiver-accounts', 'Payments'],
  ['receivers', 'Payments'],
  ['reports', 'Payments'],
  ['settlement-calendar', 'Payments'],
  ['transactions', 'Payments'],
  ['allowed-addresses', 'Integration'],
  ['api-key', 'Integration'],
  ['branding', 'Integration'],
  ['changes', 'Integration'],
  ['docs', 'Integration'],
  ['sandbox', 'Integration'],
  ['webhook-endpoints', 'Integration'],
  ['webhook-notifications', 'Integration'],
  ['webhook-settings', 'Integration'],
]);

/** @throws Error when the row's folder has no group. */
export function endpointGroupFor({ folder }: Pick<EndpointRow, 'folder'>): EndpointGroupName {
  const group = GROUP_BY_FOLDER.get(folder.split('/')[0] ?? '');
  if (group === undefined)
    throw new Error(`functions/${folder} has no stack: give it one in infra/stacks/endpoint-group.ts`);
  return group;
}

export interface EndpointGroupProps {
  readonly rows: readonly EndpointRow[];
  readonly context: FunctionContext;
  readonly release: GradualRelease | undefined;
}

/**
 * Functions of some endpoints, in a stack inside the API's own: it counts its resources for itself, and is released
 * and rolled back together with the others.
 */
export class EndpointGroup extends StagePart {
  /** Targets that the gateway invokes, by the id of the endpoint's row. */
  readonly live: ReadonlyMap<string, string>;
  /** True if callers of one of the functions move to a new version in steps. */
  readonly hasGradual: boolean;

  constructor(scope: Construct, id: EndpointGroupName, { rows, context, release }: EndpointGroupProps) {
    super(scope, id, { description: `Endpoints of Partner Ramp: ${id} (${context.config.name})` });
    const { config, network } = context;
    const functions = rows.map((row) => {
      const { lambda } = new ServiceFunction(this, row.id, {
        row,
        context,
        memoryMb: config.memoryMb.endpoint,
        timeoutS: FUNCTION_TIMEOUT_S,
        ...(row.id === 'getPage' && network && { environment: { EGRESS_ADDRESSES: network.published() } }),
      });
      return { row, lambda };
    });
    const money = functions.filter(({ row }) => movesMoney(row)).map(({ row, lambda }) => [row.id, lambda] as const);
    // Independent of the rollout: another kind of release must not remove the alarms.
    const alarms = money.length > 0 ? new MoneyAlarms(this, config, Object.fromEntries(money)) : undefined;
    const versions = functions.map(({ row, lambda }) => {
      const steps = release && alarms && movesMoney(row) ? { release, alarms } : undefined;
      return { id: row.id, version: new LiveVersion(this, `${row.id}Live`, { lambda, steps }) };
    });
    const atOnce = versions.flatMap(({ version }) => (version.isGradual ? [] : [version]));
    for (const { version } of versions) if (version.isGradual) version.moveAfter(atOnce);
    this.hasGradual = versions.some(({ version }) => version.isGradual);
    this.live = new Map(versions.map(({ id: row, version }) => [row, version.arn]));
  }
}
