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

/** Order in which missing providers are reported. */
const providerNames = providerSettings.keyof().options;
/** Every provider that reports signs with a separate secret. */
const eventSources = providerSettings.shape.events.unwrap().keyof().options;

/** Settings of one stage, checked. */
export interface StageConfig extends Omit<z.infer<typeof stageSettings>, 'capacity'> {
  /** The shipped capacity, with the groups that the settings replace. */
  readonly capacity: StageCapacity;
  /** The environment, and the name of one of the two stages that every deployment begins with. */
  readonly name: StageName;
  /** The name of a further stage, as its settings file has it. @default `name` */
  readonly label?: string;
  /** True if nothing may enter the stage or begin in it: for a deployment in the middle of a freeze. @default false */
  readonly frozen?: boolean;
}

export interface StageRequest {
  /** The deployer's `--context env=…`. */
  readonly env: unknown;
  /** The deployer's `--context config=…`: a file instead of the stage's own, relative to the repository. */
  readonly configPath?: unknown;
  /** The deployer's `--context frozen=true`. It is no setting of the file, which would freeze later deployments too. */
  readonly frozen?: unknown;
  /** The deployer's `--context first=true`: a first deployment, which leaves nothing if it fails. */
  readonly first?: unknown;
  /** The deployer's `--context rollout=…`: in place of the stage's own setting, for this one deployment. */
  readonly rollout?: unknown;
  /** Takes one line that the deployer should read. */
  readonly notice?: (line: string) => void;
}

/** Names a stage among all that an organisation has. */
export function stageLabel({ name, label = name }: Pick<StageConfig, 'name' | 'label'>): string {
  return label;
}

/**
 * Finds and checks the settings of the stage that was requested.
 * @throws ConfigurationError when the stage or the rollout is missing or unknown, its file unreadable or wrong, or a
 * setting not for this stage.
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
      `${label} stays frozen after this deployment; "npm run -s ops -- stage thaw --env ${name}" opens it`,
    );
  if (!isFirst || !config.protectData) return config;
  request.notice?.(
    `${label} is not protected by this deployment; once it succeeds, deploy again without "--context first=true"`,
  );
  return { ...config, protectData: false };
}

/** Rules beyond the form: settings that production needs, and settings that the sandbox would ignore. */
function stageProblems({ name, providers = {}, alarms, signedRecordsLockedDays }: StageConfig): string[] {
  if (name === 'sandbox') {
    return [
      ...providerNames
        .filter((part) => part !== 'events' && providers[part] !== undefined)
        .map((part) => `providers.${part}: the sandbox plays this part itself and takes no other`),
      ...sharedSecrets(providers),
    ];
  }
  return [
    ...sharedSecrets(providers),
    ...providerNames
      .filter((part) => providers[part] === undefined && !isOptionalProvider(part))
      .map((part) => `providers.${part}: production needs one`),
    ...(providers.events === undefined
      ? []
      : eventSources
          .filter((source) => providers.events?.[source] === undefined)
          .map((source) => `providers.events.${source}: production needs one`)),
    ...(alarms?.topicArn === undefined ? ['alarms.topicArn: production needs one, or its alarms notify no one'] : []),
    ...(signedRecordsLockedDays === undefined
      ? ['signedRecordsLockedDays: production needs them, or signed declarations could be deleted']
      : []),
  ];
}

/** Finds limits of unknown names, and limits that would cap a partner below its rate. */
function capacityProblems({ name, capacity }: StageConfig): string[] {
  const { requestsPerPartnerS, routes, firewall, reserved } = capacity;
  const open = Object.keys(shippedCapacity[name].routes.open);
  const unknownOf = (given: object, known: readonly string[]) => Object.keys(given).filter((id) => !known.includes(id));
  const workerIds = workers.map(({ id }) => id);
  return [
    ...open.filter((id) => !(id in routes.open)).map((id) => `capacity.routes.open.${id}: the route needs a limit`),
    ...unknownOf(routes.open, open).map((id) => `capacity.routes.open.${id}: is no route without a key`),
    ...unknownOf(reserved, workerIds).map((id) => `capacity.reserved.${id}: is no worker`),
    ...(routes.default < requestsPerPartnerS ? ['capacity.routes.default: is below capacity.requestsPerPartnerS'] : []),
    ...(firewall.partners < 60 * requestsPerPartnerS
      ? ['capacity.firewall.partners: is below the requests of one partner in a minute']
      : []),
  ];
}

/** With a shared secret, one provider could report in another's name. */
function sharedSecrets({ events = {} }: NonNullable<StageConfig['providers']>): string[] {
  return eventSources.flatMap((source, index) => {
    const arn = events[source]?.secretArn;
    const other = eventSources.slice(0, index).find((one) => arn !== undefined && events[one]?.secretArn === arn);
    return other === undefined ? [] : [`providers.events.${source}.secretArn: that of ${other}; each has its own`];
  });
}

/** Placeholders in a file that has a separate account, or none: it is meant for deployment. */
function placeholderProblems(config: StageConfig): string[] {
  if (config.account === PLACEHOLDER_ACCOUNT) return [];
  return placeholdersIn(config).map((setting) => `${setting}: still the placeholder of the example`);
}

function placeholderWarning(file: string, config: StageConfig): string {
  return (
    `WARNING: ${file} holds placeholders and must not be deployed: ${placeholdersIn(config).join(', ')}. ` +
    `CDK refuses account ${PLACEHOLDER_ACCOUNT} to the credentials of any other.`
  );
}

/** Names that an additional stage may have: valid file names. */
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

/** The environment of a stage. @throws ConfigurationError */
function environmentOf(label: string, kind: StageName | undefined, file: string): StageName {
  const known = STAGE_NAMES.find((name) => name === label);
  if (known === undefined && kind === undefined)
    throw new ConfigurationError(`${file}: kind: a further stage is a sandbox or production`);
  if (known !== undefined && kind !== undefined && kind !== known)
    throw new ConfigurationError(`${file}: kind: ${kind}, and ${known} was asked for`);
  return known ?? kind ?? 'sandbox';
}

/** Returns true if the first stage of an environment is in the same place. */
function isPlaceOf(name: StageName, place: Pick<StageConfig, 'account' | 'region'>): boolean {
  if (!existsSync(ownFile(name))) return false;
  const first = stageSettings.partial().safeParse(readJson(ownFile(name)));
  return first.data?.account === place.account && first.data?.region === place.region;
}

/** Rules on how a stage fits into the organisation. */
function organisationProblems({ label, name, account, region }: StageConfig): string[] {
  return [
    // Names in an account contain the environment, so two stages of one kind would have the same names.
    ...(label !== undefined && (account === undefined || region === undefined)
      ? [`account, region: a further stage names both, where no other ${name} is`]
      : []),
    ...(label !== undefined && isPlaceOf(name, { account, region })
      ? [`account, region: those of ${name}, which this stage would take the place of`]
      : []),
  ];
}

function isOn(name: string, value: unknown): boolean {
  if (value === undefined || value === 'false' || value === false) return false;
  if (value === 'true' || value === true) return true;
  throw new ConfigurationError(`--context ${name} is true or false, not ${JSON.stringify(value)}`);
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
  notice?.(`This deployment moves callers ${parsed.data}; the stage's own setting is ${settings.rollout}`);
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

// Placeholders of the shipped example for a deployer's values. They synthesize, and are invalid in AWS.

/** An account of AWS's documentation. */
export const PLACEHOLDER_ACCOUNT = '111122223333';

const PLACEHOLDER = new RegExp(String.raw`\b(${PLACEHOLDER_ACCOUNT}|example\.com)\b|EXAMPLE$`);

/** Paths of the settings that hold one. */
export function placeholdersIn(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return PLACEHOLDER.test(value) ? [path.join('.')] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => placeholdersIn(inner, [...path, key]));
}
