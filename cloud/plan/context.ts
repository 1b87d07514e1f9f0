import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { whenVisible } from '#cloud/aws/aws-caller';
import type { Assembly } from '#cloud/cdk/commands';
import type { Emulator } from '#cloud/emulator/emulator';
import { emulatedTarget } from '#cloud/emulator/target';
import { verifiedUser } from '#cloud/phases/transactions';
import { type Cloud, newPartner, stackName, stageOutputs, type Target } from '#cloud/plan/target';
import { readReceiver } from '#cloud/support/receiver';
import { ALARM_TOPIC_NAME, SUPPORT_STACK, supportOutputs } from '#cloud/support/support-outputs';
import { quotas } from '#infra/capacity/quotas';
import { loadStage, type StageConfig } from '#infra/config/stages';
import type { ApiClient } from '#local/partner/api-client';
import type { ReceivedWebhook, WebhookReceiver } from '#scripts/demo/webhook-receiver';

/** The stage that is rehearsed with. */
export const STAGE = 'sandbox' as const;

/** Deployments of a rehearsal; `support` is what it needs besides the stage, `domain` the first with the domain of the settings. */
export type AssemblyName = 'first' | 'second' | 'failing' | 'domain' | 'support';

export interface RehearsalPlace {
  readonly cloud: Cloud;
  readonly account: string;
  readonly region: string;
  /** Invocations at once of the account's functions, by its quota. */
  readonly functionsAtOnce: number;
  /** Keeps state, log, settings and templates. */
  readonly folder: string;
  /** Absent in an account. */
  readonly emulator?: Emulator;
}

/** Name of the settings that the rehearsal was begun with, in its folder. */
export const GIVEN_SETTINGS = 'settings.json';

const givenSettings = z.looseObject({ capacity: z.looseObject({ functionsAtOnce: z.number() }) });

/**
 * Share of the load that the stage promises that is sent, and for how long. It comes from one address, of which the firewall
 * lets through the whole rate and no request more.
 */
const LOADS = { account: { share: 0.95, seconds: 60 }, emulator: { share: 0.05, seconds: 20 } } as const;

const stacks = z.object({
  Stacks: z.array(
    z.object({ Outputs: z.array(z.object({ OutputKey: z.string(), OutputValue: z.string() })).default([]) }),
  ),
});

/** Cloud and deployments that the steps of a rehearsal work on. What is deployed is asked for, never kept, so that a cut run goes on with what is there. */
export class Rehearsal {
  readonly cloud: Cloud;
  #target: Target | undefined;

  constructor(readonly place: RehearsalPlace) {
    this.cloud = place.cloud;
  }

  get isEmulated(): boolean {
    return this.place.emulator !== undefined;
  }

  get load(): { readonly share: number; readonly seconds: number } {
    return this.isEmulated ? LOADS.emulator : LOADS.account;
  }

  assembly(name: AssemblyName): Assembly {
    return { stage: STAGE, folder: join(this.place.folder, name) };
  }

  /** File of the settings of a deployment: those of the stage, and of the stage with its domain. */
  settingsFile(hasDomain: boolean): string {
    return join(this.place.folder, hasDomain ? 'sandbox-with-domain.json' : 'sandbox.json');
  }

  /**
   * The settings of the rehearsal: the stage's, one alarm topic, callers that move in steps, as they do in production, and as many
   * invocations at once as the account has, of those that the promised load needs. The sandbox is shipped for a new account, which
   * has ten; in such an account it stays so.
   */
  settings(): Readonly<Record<string, unknown>> {
    const { folder, region, account, functionsAtOnce } = this.place;
    const given = givenSettings.parse(JSON.parse(readFileSync(join(folder, GIVEN_SETTINGS), 'utf8')));
    return {
      ...given,
      capacity: {
        ...given.capacity,
        functionsAtOnce: Math.max(
          given.capacity.functionsAtOnce,
          Math.min(functionsAtOnce, quotas.functionsAtOnce.limit),
        ),
      },
      account,
      region,
      ticketTopicArn: undefined,
      alarmTopicArn: `arn:aws:sns:${region}:${account}:${ALARM_TOPIC_NAME}`,
      // The emulator has no CodeDeploy.
      rollout: this.isEmulated ? 'all-at-once' : 'linear-10-percent-every-minute',
    };
  }

  /** Writes the settings of the deployments: those of the stage, and of the stage with its domain. */
  writeSettings(): void {
    const { domain, ...settings } = this.settings();
    writeFileSync(this.settingsFile(false), JSON.stringify(settings));
    writeFileSync(this.settingsFile(true), JSON.stringify({ ...settings, domain }));
  }

  config(): StageConfig {
    return loadStage({ env: STAGE, configPath: this.settingsFile(false) });
  }

  /** The deployed stage. @throws AwsRefusal before it is deployed */
  async target(): Promise<Target> {
    if (this.#target !== undefined) return this.#target;
    const { cloud } = this;
    const outputs = stageOutputs.parse(await this.#outputs(stackName({ stage: STAGE })));
    const { emulator } = this.place;
    const stage = { cloud, stage: STAGE, outputs } as const;
    this.#target =
      emulator === undefined
        ? { ...stage, baseUrl: outputs.ApiUrl.replace(/\/$/, '') }
        : await emulatedTarget({ ...stage, emulator });
    return this.#target;
  }

  async support() {
    return supportOutputs.parse(await this.#outputs(SUPPORT_STACK));
  }

  /** A partner with a verified user. */
  async subscriber(name: string): Promise<{ readonly partner: ApiClient; readonly userId: string }> {
    const partner = await newPartner(await this.target(), name);
    return { partner, userId: await verifiedUser(partner) };
  }

  /** An address of its own that takes webhooks, and what has come there. */
  async startReceiver(onTaken: (webhook: ReceivedWebhook) => void = () => {}): Promise<WebhookReceiver> {
    const { ReceiverUrl, ReceiverApiId, ReceiverStage, ReceiverLogGroup: logGroupName } = await this.support();
    const { emulator } = this.place;
    const base =
      emulator === undefined ? ReceiverUrl : `${emulator.url}/_aws/execute-api/${ReceiverApiId}/${ReceiverStage}/`;
    return readReceiver(this.cloud, { url: `${base}${randomUUID()}`, logGroupName }, onTaken);
  }

  async #outputs(StackName: string): Promise<Record<string, string>> {
    const call = { service: 'cloudformation', operation: 'DescribeStacks', parameters: { StackName } };
    const { Stacks } = await whenVisible(() => this.cloud.aws.call(call, stacks));
    return Object.fromEntries((Stacks[0]?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
  }
}
