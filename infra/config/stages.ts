import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type * as z from 'zod';
import { ConfigurationError } from '#infra/config/configuration-error';
import { PLACEHOLDER_ACCOUNT, placeholdersIn } from '#infra/config/placeholders';
import { regionProblems } from '#infra/config/regions';
import { providerSettings, stageSettings } from '#infra/config/stage-settings';
import { isOptionalProvider } from '#shared/providers/registry';
import type { StageName } from '#shared/values/stage-name';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const STAGE_NAMES: readonly StageName[] = ['sandbox', 'production'];

/** In the order in which missing providers are reported. */
const providerNames = providerSettings.keyof().options;
/** Every provider that reports signs with a secret of its own. */
const eventSources = providerSettings.shape.events.unwrap().keyof().options;

/** Settings of one stage, checked. */
export interface StageConfig extends z.infer<typeof stageSettings> {
  readonly name: StageName;
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
  /** The deployer's `--context rollout=…`: in place of the stage's own setting, for this one deployment. */
  readonly rollout?: unknown;
  /** Takes one line that the deployer should read. */
  readonly notice?: (line: string) => void;
}

/**
 * Finds and checks the settings of the stage that was asked for.
 * @throws ConfigurationError when the stage or the rollout is missing or unknown, its file unreadable or wrong, or a
 * setting not for this stage.
 */
export function loadStage(request: StageRequest): StageConfig {
  const name = stageName(request.env);
  const path = settingsPath(name, request);
  const file = relative(REPOSITORY, path);
  const parsed = stageSettings.safeParse(readJson(path));
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`);
    throw new ConfigurationError(`${file}: ${problems.join('; ')}`);
  }
  const config = {
    ...parsed.data,
    name,
    rollout: rolloutFor(parsed.data, request),
    ...((isFrozen(request) || parsed.data.copyOf?.writes === false) && { frozen: true }),
  };
  const problems = [...stageProblems(config), ...regionProblems(config), ...placeholderProblems(config)];
  if (problems.length > 0) throw new ConfigurationError(`${file}: ${problems.join('; ')}`);
  if (config.account === PLACEHOLDER_ACCOUNT) request.notice?.(placeholderWarning(file, config));
  if (config.frozen)
    request.notice?.(
      `${name} stays frozen after this deployment; "npm run -s ops -- stage thaw --env ${name}" opens it`,
    );
  return config;
}

/** Rules beyond the form: settings that production needs, and settings that the sandbox would ignore. */
function stageProblems({ name, providers = {}, alarmTopicArn, signedRecordsLockedDays }: StageConfig): string[] {
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
    ...(alarmTopicArn === undefined ? ['alarmTopicArn: production needs one, or its alarms notify no one'] : []),
    ...(signedRecordsLockedDays === undefined
      ? ['signedRecordsLockedDays: production needs them, or signed declarations could be deleted']
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

/** Placeholders in a file that has an account of its own, or none: it is meant for deployment. */
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

function stageName(env: unknown): StageName {
  const choice = '--context env=sandbox or --context env=production';
  if (env === undefined || env === '') throw new ConfigurationError(`No stage given: add ${choice}`);
  const found = STAGE_NAMES.find((name) => name === env);
  if (found === undefined) throw new ConfigurationError(`Unknown stage ${JSON.stringify(env)}: use ${choice}`);
  return found;
}

function isFrozen({ frozen }: StageRequest): boolean {
  if (frozen === undefined || frozen === 'false' || frozen === false) return false;
  if (frozen === 'true' || frozen === true) return true;
  throw new ConfigurationError(`--context frozen is true or false, not ${JSON.stringify(frozen)}`);
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

function settingsPath(name: StageName, { configPath, notice }: StageRequest): string {
  if (typeof configPath === 'string' && configPath !== '') return resolve(REPOSITORY, configPath);
  const own = resolve(import.meta.dirname, `${name}.json`);
  if (name === 'sandbox' || existsSync(own)) return own;
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
