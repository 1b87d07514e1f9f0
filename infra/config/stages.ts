import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type * as z from 'zod';
import { capacitySchema, type StageCapacity, shippedCapacity } from '#infra/config/capacity';
import { ConfigurationError } from '#infra/config/configuration-error';
import { providerSettings, stageSettings } from '#infra/config/stage-settings';
import { workers } from '#shared/contract/endpoints';
import { isOptionalProvider } from '#shared/platform/providers/registry';
import type { StageName } from '#shared/values/stage-name';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const STAGE_NAMES: readonly StageName[] = ['sandbox', 'production'];

/** Names of the provider settings, in the order in which missing providers are reported. */
const providerNames = providerSettings.keyof().options;
/** Providers that report events. Each provider signs with a separate secret. */
const eventSources = providerSettings.shape.events.unwrap().keyof().options;

/** Checked settings of one stage. */
export interface StageConfig extends Omit<z.infer<typeof stageSettings>, 'capacity'> {
  /** Capacity groups from the settings file; groups that the file omits have the values of infra/config/capacity.ts. */
  readonly capacity: StageCapacity;
  /** Kind of the stage: `sandbox` or `production`. An additional stage follows the rules of its kind. */
  readonly name: StageName;
  /** Name of an additional stage, from the name of its settings file. @default `name` */
  readonly label?: string;
  /** True for a deployment during a freeze: the stage accepts no request and starts no work. @default false */
  readonly frozen?: boolean;
}

export interface StageRequest {
  /** The deployer's `--context env=…`. */
  readonly env: unknown;
  /** The deployer's `--context config=…`: path, relative to the repository, of a file that replaces the stage's settings file. */
  readonly configPath?: unknown;
  /** The deployer's `--context frozen=true`. The settings file cannot contain it: later deployments would be frozen too. */
  readonly frozen?: unknown;
  /** The deployer's `--context first=true`: a first deployment, which leaves no resources if it fails. */
  readonly first?: unknown;
  /** The deployer's `--context rollout=…`: replaces the stage's setting for this deployment only. */
  readonly rollout?: unknown;
  /** Receives one line of text for the deployer. */
  readonly notice?: (line: string) => void;
}

/** Returns the name of a stage, which is unique in the organisation. */
export function stageLabel({ name, label = name }: Pick<StageConfig, 'name' | 'label'>): string {
  return label;
}

/**
 * Reads and checks the settings of the requested stage.
 * @throws ConfigurationError if the request or the settings file is invalid, or a setting is not allowed for this stage
 */
export function loadStage(request: StageRequest): StageConfig {
  const label = stageName(request);
  const path = settingsPath(label, request);
  const file = relative(REPOSITORY, path);
  const parsed = stageSettings.safeParse(readJson(path));
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`);
    throw new ConfigurationError(`${file}: ${problems.join('; ')}`);
  }
  const name = environmentOf(label, parsed.data.kind, file);
  const config: StageConfig = {
    ...parsed.data,
    name,
    capacity: capacitySchema.parse({ ...shippedCapacity[name], ...parsed.data.capacity }),
    ...(label !== name && { label }),
    rollout: rolloutFor(parsed.data, request),
    ...(isOn('frozen', request.frozen) && { frozen: true }),
  };
  const isFirst = isOn('first', request.first);
  const problems = [
    ...stageProblems(config),
    ...capacityProblems(config),
    ...organisationProblems(config),
    ...placeholderProblems(config),
  ];
  if (problems.length > 0) throw new ConfigurationError(`${file}: ${problems.join('; ')}`);
  if (config.account === PLACEHOLDER_ACCOUNT) request.notice?.(placeholderWarning(file, config));
  if (config.frozen)
    request.notice?.(
      `${label} remains frozen after this deployment. To open it, run "npm run -s ops -- stage thaw --env ${name}"`,
    );
  if (!isFirst || !config.protectData) return config;
  request.notice?.(
    `This deployment does not protect ${label}. After it succeeds, deploy again without "--context first=true"`,
  );
  return { ...config, protectData: false };
}

/**
 * Checks rules outside the schema: settings that production requires, settings that the sandbox would ignore, and shared secrets.
 */
function stageProblems({ name, providers = {}, alarms, signedRecordsLockedDays }: StageConfig): string[] {
  if (name === 'sandbox') {
    return [
      ...providerNames
        .filter((part) => part !== 'events' && providers[part] !== undefined)
        .map((part) => `providers.${part}: not allowed, because the sandbox simulates this provider`),
      ...sharedSecrets(providers),
    ];
  }
  return [
    ...sharedSecrets(providers),
    ...providerNames
      .filter((part) => providers[part] === undefined && !isOptionalProvider(part))
      .map((part) => `providers.${part}: required in production`),
    ...(providers.events === undefined
      ? []
      : eventSources
          .filter((source) => providers.events?.[source] === undefined)
          .map((source) => `providers.events.${source}: required in production`)),
    ...(alarms?.topicArn === undefined ? ['alarms.topicArn: required in production, to notify operators'] : []),
    ...(signedRecordsLockedDays === undefined
      ? ['signedRecordsLockedDays: required in production, otherwise signed declarations could be deleted']
      : []),
  ];
}

/** Finds limits of unknown routes or workers, missing limits of routes, and limits below the allowed rate of one partner. */
function capacityProblems({ name, capacity }: StageConfig): string[] {
  const { requestsPerPartnerS, routes, firewall, reserved } = capacity;
  const open = Object.keys(shippedCapacity[name].routes.open);
  const unknownOf = (given: object, known: readonly string[]) => Object.keys(given).filter((id) => !known.includes(id));
  const workerIds = workers.map(({ id }) => id);
  return [
    ...open.filter((id) => !(id in routes.open)).map((id) => `capacity.routes.open.${id}: requires a limit`),
    ...unknownOf(routes.open, open).map((id) => `capacity.routes.open.${id}: is not a route without a partner key`),
    ...unknownOf(reserved, workerIds).map((id) => `capacity.reserved.${id}: is not a worker`),
    ...(routes.default < requestsPerPartnerS ? ['capacity.routes.default: is below capacity.requestsPerPartnerS'] : []),
    ...(firewall.partners < 60 * requestsPerPartnerS
      ? ['capacity.firewall.partners: must be at least 60 times capacity.requestsPerPartnerS']
      : []),
  ];
}

/** Finds secrets that two providers share. With a shared secret, one provider could sign reports in the other provider's name. */
function sharedSecrets({ events = {} }: NonNullable<StageConfig['providers']>): string[] {
  return eventSources.flatMap((source, index) => {
    const arn = events[source]?.secretArn;
    const other = eventSources.slice(0, index).find((one) => arn !== undefined && events[one]?.secretArn === arn);
    return other === undefined ? [] : [`providers.events.${source}.secretArn: must differ from the secret of ${other}`];
  });
}

/** Finds placeholders in a settings file. Returns none if the account is the placeholder: the file is then only an example. */
function placeholderProblems(config: StageConfig): string[] {
  if (config.account === PLACEHOLDER_ACCOUNT) return [];
  return placeholdersIn(config).map((setting) => `${setting}: still contains the placeholder of the example`);
}

function placeholderWarning(file: string, config: StageConfig): string {
  return (
    `WARNING: ${file} contains placeholders and must not be deployed: ${placeholdersIn(config).join(', ')}. ` +
    `The CDK refuses a deployment to account ${PLACEHOLDER_ACCOUNT} with credentials of another account.`
  );
}

/** Allowed names of an additional stage, which are also valid file names. */
const FURTHER_STAGE = /^[a-z][a-z0-9-]{1,19}$/;

function stageName({ env, configPath }: StageRequest): string {
  const choice = '--context env=sandbox or --context env=production';
  if (env === undefined || env === '') throw new ConfigurationError(`No stage given: add ${choice}`);
  const isKnown = STAGE_NAMES.some((name) => name === env);
  const isFurther = (name: string) => FURTHER_STAGE.test(name) && (hasPath(configPath) || existsSync(ownFile(name)));
  if (typeof env === 'string' && (isKnown || isFurther(env))) return env;
  throw new ConfigurationError(`Unknown stage ${JSON.stringify(env)}: use ${choice}`);
}

const hasPath = (path: unknown): path is string => typeof path === 'string' && path !== '';
const ownFile = (label: string) => resolve(import.meta.dirname, `${label}.json`);

/** Returns the kind of a stage: `sandbox` or `production`. @throws ConfigurationError */
function environmentOf(label: string, kind: StageName | undefined, file: string): StageName {
  const known = STAGE_NAMES.find((name) => name === label);
  if (known === undefined && kind === undefined)
    throw new ConfigurationError(`${file}: kind: must be sandbox or production for an additional stage`);
  if (known !== undefined && kind !== undefined && kind !== known)
    throw new ConfigurationError(`${file}: kind: is ${kind}, but --context env is ${known}`);
  return known ?? kind ?? 'sandbox';
}

/** Returns true if the settings file of the stage `name` contains the account and Region of `place`. */
function isPlaceOf(name: StageName, place: Pick<StageConfig, 'account' | 'region'>): boolean {
  if (!existsSync(ownFile(name))) return false;
  const first = stageSettings.partial().safeParse(readJson(ownFile(name)));
  return first.data?.account === place.account && first.data?.region === place.region;
}

/** Checks the rules for several stages in one organisation. */
function organisationProblems({ label, name, account, region }: StageConfig): string[] {
  return [
    // Resource names contain the kind (`sandbox` or `production`), not the label. In one account and Region, the resources of two
    // stages of one kind would have equal names.
    ...(label !== undefined && (account === undefined || region === undefined)
      ? [`account, region: an additional stage requires both, and each account and Region can contain only one ${name}`]
      : []),
    ...(label !== undefined && isPlaceOf(name, { account, region })
      ? [`account, region: are the account and Region of ${name}, which this stage would replace`]
      : []),
  ];
}

function isOn(name: string, value: unknown): boolean {
  if (value === undefined || value === 'false' || value === false) return false;
  if (value === 'true' || value === true) return true;
  throw new ConfigurationError(`--context ${name} must be true or false, not ${JSON.stringify(value)}`);
}

function rolloutFor(
  settings: z.infer<typeof stageSettings>,
  { rollout, notice }: StageRequest,
): StageConfig['rollout'] {
  if (rollout === undefined || rollout === settings.rollout) return settings.rollout;
  const parsed = stageSettings.shape.rollout.safeParse(rollout);
  if (!parsed.success) {
    const choices = stageSettings.shape.rollout.options.join(', ');
    throw new ConfigurationError(`Unknown rollout ${JSON.stringify(rollout)}: use one of ${choices}`);
  }
  notice?.(`This deployment uses the rollout ${parsed.data}. The setting of the stage is ${settings.rollout}`);
  return parsed.data;
}

function settingsPath(name: string, { configPath, notice }: StageRequest): string {
  if (hasPath(configPath)) return resolve(REPOSITORY, configPath);
  const own = ownFile(name);
  if (name !== 'production' || existsSync(own)) return own;
  notice?.('production: infra/config/production.json is absent, so the shipped production.example.json is used');
  return resolve(import.meta.dirname, 'production.example.json');
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new ConfigurationError(`${relative(REPOSITORY, path)} ${reason}`, { cause: error });
  }
}

// Placeholders in the shipped example settings. Templates with placeholders can be synthesized, but are invalid in AWS.

/** Example account id from AWS's documentation. */
export const PLACEHOLDER_ACCOUNT = '111122223333';

const PLACEHOLDER = new RegExp(String.raw`\b(${PLACEHOLDER_ACCOUNT}|example\.com)\b|EXAMPLE$`);

/** Returns the paths of the settings that contain a placeholder. */
export function placeholdersIn(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return PLACEHOLDER.test(value) ? [path.join('.')] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => placeholdersIn(inner, [...path, key]));
}
