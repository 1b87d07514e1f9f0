import type { Construct } from 'constructs';
import { MoneyAlarms } from '#infra/constructs/alarms/release-alarms';
import { type GradualRelease, movesMoney } from '#infra/constructs/gradual-release';
import { LiveVersion } from '#infra/constructs/live-version';
import { type FunctionContext, ServiceFunction } from '#infra/constructs/service-function';
import { StagePart } from '#infra/stacks/stage-part';
import type { EndpointRow } from '#shared/contract/endpoints';

/** Timeout of the functions of endpoints, in seconds. */
const FUNCTION_TIMEOUT_S = 15;

/** The nested stacks that contain the functions of the endpoints. */
export const ENDPOINT_GROUPS = ['People', 'Payments', 'Integration'] as const;

export type EndpointGroupName = (typeof ENDPOINT_GROUPS)[number];

/**
 * The group of each top-level folder under `functions/`. CloudFormation cannot move a function between stacks, so do not change
 * the group of a deployed folder. Add a new folder to any group that fits.
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

/** @throws Error if the row's folder has no group */
export function endpointGroupFor({ folder }: Pick<EndpointRow, 'folder'>): EndpointGroupName {
  const group = GROUP_BY_FOLDER.get(folder.split('/')[0] ?? '');
  if (group === undefined)
    throw new Error(`functions/${folder} has no stack: add the folder in infra/stacks/endpoint-group.ts`);
  return group;
}

export interface EndpointGroupProps {
  readonly rows: readonly EndpointRow[];
  readonly context: FunctionContext;
  readonly release: GradualRelease | undefined;
}

/**
 * Functions of some endpoints, in a nested stack of the API stack. A nested stack has a separate resource limit. CloudFormation
 * deploys and rolls back all groups together.
 */
export class EndpointGroup extends StagePart {
  /** ARNs of the aliases that the gateway invokes, by the id of the endpoint's row. */
  readonly live: ReadonlyMap<string, string>;
  /** True if CodeDeploy releases new versions of at least one function of this group gradually. */
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
    // The alarms exist for every kind of rollout, so that a change of the rollout does not remove them.
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
