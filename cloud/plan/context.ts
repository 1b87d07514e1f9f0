import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { whenVisible } from '#cloud/aws/aws-caller';
import type { Assembly } from '#cloud/cdk/commands';
import type { Certificate } from '#cloud/emulator/certificate';
import type { Emulator } from '#cloud/emulator/emulator';
import { emulatedTarget } from '#cloud/emulator/target';
import type { Run } from '#cloud/plan/step';
import { type Cloud, newPartner, stackName, stageOutputs, type Target } from '#cloud/plan/target';
import { verifiedUser } from '#cloud/steps/transactions';
import { readReceiver } from '#cloud/support/receiver';
import { ALARM_TOPIC_NAME, SUPPORT_STACK, supportOutputs } from '#cloud/support/support-outputs';
import { readersOfUsualAccount } from '#infra/config/limits';
import { loadStage, type StageConfig } from '#infra/config/stages';
import type { ApiClient } from '#local/partner/api-client';
import { type Receiver, startReceiver } from '#local/partner/webhook-receiver';
import { type ReceivedWebhook, startWebhookReceiver, type WebhookReceiver } from '#scripts/demo/webhook-receiver';

/**
 * Deployments of a run; `support` is the stack that a rehearsal needs besides the stage, `domain` the first with the domain of the
 * settings, `restored` the first with a restored table, frozen.
 */
export type AssemblyName = 'first' | 'second' | 'failing' | 'domain' | 'restored' | 'support';

export interface RehearsalPlace {
  readonly run: Run;
  readonly cloud: Cloud;
  readonly account: string;
  readonly region: string;
  /** Invocations at once of the account's functions, by its quota. */
  readonly functionsAtOnce: number;
  /** Keeps state, log, settings and templates. */
  readonly folder: string;
  /** Absent in an account. */
  readonly emulator?: Emulator;
  /** Certificate of the emulator and of the providers. @default none */
  readonly certificate?: Certificate | undefined;
}

/** Name of the settings that the rehearsal was begun with, in its folder. */
export const GIVEN_SETTINGS = 'settings.json';

const givenSettings = z.looseObject({ limits: z.looseObject({}).optional() });

/** Invocations at once of an account that is not new. */
const USUAL_FUNCTIONS = 1000;

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

/** A partner with a verified user. */
export interface Verified {
  readonly partner: ApiClient;
  readonly userId: string;
}

/**
 * Cloud and deployments that the steps of a run work on. The account is asked for what is deployed, so that a rehearsal that was cut
 * goes on with what is there.
 */
export class Rehearsal {
  readonly cloud: Cloud;
  readonly #subscribers = new Map<string, Promise<Verified>>();
  readonly #ends: (() => Promise<void>)[] = [];
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
    return { stage: this.place.run.stage, folder: join(this.place.folder, name) };
  }

  /** File of the settings of a deployment: those of the stage, and of the stage with the domain that a rehearsal switches on later. */
  settingsFile(hasDomain = false): string {
    return join(this.place.folder, `${this.place.run.stage}${hasDomain ? '-with-domain' : ''}.json`);
  }

  /**
   * Returns the settings of a rehearsal: the stage's, one alarm topic, callers that move in steps, as they do in production, and
   * in a usual account readers of queues for the promised load. The sandbox is shipped for a new account, with ten invocations at once.
   */
  settings(): Readonly<Record<string, unknown>> {
    const { folder, region, account, functionsAtOnce, run } = this.place;
    const given = givenSettings.parse(JSON.parse(readFileSync(join(folder, GIVEN_SETTINGS), 'utf8')));
    return {
      ...given,
      ...(run.stage === 'sandbox' &&
        functionsAtOnce >= USUAL_FUNCTIONS && { limits: { queueReaders: readersOfUsualAccount, ...given.limits } }),
      account,
      region,
      alarms: { topicArn: `arn:aws:sns:${region}:${account}:${ALARM_TOPIC_NAME}` },
      // The emulator has no CodeDeploy.
      rollout: this.isEmulated ? 'all-at-once' : 'linear-10-percent-every-minute',
    };
  }

  /** Writes the settings of a rehearsal's deployments; another run has its own already. */
  writeSettings(): void {
    if (!this.place.run.hasSupport) return;
    const { domain, ...settings } = this.settings();
    writeFileSync(this.settingsFile(), JSON.stringify(settings));
    writeFileSync(this.settingsFile(true), JSON.stringify({ ...settings, domain }));
  }

  config(): StageConfig {
    return loadStage({ env: this.place.run.stage, configPath: this.settingsFile() });
  }

  /** Returns the deployed stage. @throws AwsRefusal before it is deployed */
  async target(): Promise<Target> {
    if (this.#target !== undefined) return this.#target;
    const { cloud, place } = this;
    const { stage } = place.run;
    const outputs = stageOutputs.parse(await this.#outputs(stackName({ stage })));
    this.#target =
      place.emulator === undefined
        ? { cloud, stage, outputs, baseUrl: outputs.ApiUrl.replace(/\/$/, '') }
        : await emulatedTarget({ cloud, stage, outputs, emulator: place.emulator });
    return this.#target;
  }

  /** Has the outputs of the stage read again, after a deployment that changes them. */
  forgetTarget(): void {
    this.#target = undefined;
  }

  async support() {
    return supportOutputs.parse(await this.#outputs(SUPPORT_STACK));
  }

  /** Returns a partner with a verified user; steps of one process that name the same partner share it. */
  async subscriber(name = 'Traffic'): Promise<Verified> {
    const known = this.#subscribers.get(name);
    if (known !== undefined) return await known;
    const made = this.#newSubscriber(name);
    this.#subscribers.set(name, made);
    // A repetition of the step begins with a partner of its own.
    made.catch(() => this.#subscribers.delete(name));
    return await made;
  }

  async #newSubscriber(name: string): Promise<Verified> {
    const partner = await newPartner(await this.target(), name);
    return { partner, userId: await verifiedUser(partner) };
  }

  /** Opens an address of its own that takes webhooks and checks their signatures: in the support stack, or on loopback without one. */
  async startReceiver(onTaken: (webhook: ReceivedWebhook) => void = () => {}): Promise<WebhookReceiver> {
    const { emulator, run } = this.place;
    if (!run.hasSupport) return await startWebhookReceiver(onTaken);
    const { ReceiverUrl, ReceiverApiId, ReceiverStage, ReceiverLogGroup: logGroupName } = await this.support();
    const base =
      emulator === undefined ? ReceiverUrl : `${emulator.url}/_aws/execute-api/${ReceiverApiId}/${ReceiverStage}/`;
    return readReceiver(this.cloud, { url: `${base}${randomUUID()}`, logGroupName }, onTaken);
  }

  /** Opens an address on loopback whose answers a step chooses, until the run ends. */
  async startLocalReceiver(): Promise<Receiver> {
    const receiver = await startReceiver();
    this.atEnd(() => receiver.stop());
    return receiver;
  }

  /** Has something done when the run ends, however it ends. */
  atEnd(work: () => Promise<void>): void {
    this.#ends.push(work);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#ends.map((end) => end()));
  }

  async #outputs(StackName: string): Promise<Record<string, string>> {
    const { Stacks } = await whenVisible(() =>
      this.cloud.aws.call('cloudformation DescribeStacks', { StackName }, stacks),
    );
    return Object.fromEntries((Stacks[0]?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
  }
}

/** A value that one step of a run leaves for a later one. A rehearsal in an account has none, since a cut would lose it. */
export class Left<T> {
  readonly #values = new WeakMap<Rehearsal, T>();

  leave(rehearsal: Rehearsal, value: T): void {
    this.#values.set(rehearsal, value);
  }

  /** @throws Error where no step has left one */
  of(rehearsal: Rehearsal): T {
    const value = this.#values.get(rehearsal);
    if (value === undefined) throw new Error('A step before this one left nothing');
    return value;
  }
}
