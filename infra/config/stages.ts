import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import * as z from 'zod';
import { ConfigurationError } from '#infra/config/configuration-error';
import { endpoints } from '#shared/api/endpoints';
import { workers } from '#shared/api/workers';
import type { StageName } from '#shared/domain/partners/stage-name';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const STAGE_NAMES: readonly StageName[] = ['sandbox', 'production'];

/** What CloudWatch Logs accepts as retention, up to two years. */
const RETENTION_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731] as const;

/** Lambda's bounds: https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
const memoryMb = z.int().min(128).max(10_240);

const rate = z.strictObject({
  /** Steady requests per second of one route, all partners together. */
  requestsPerS: z.int().positive(),
  /** Requests that may arrive at once before the steady rate holds. */
  burst: z.int().positive(),
});

const functionIds = new Set<string>([...endpoints, ...workers].map((row) => row.id));
const endpointIds = new Set<string>(endpoints.map((row) => row.id));
const functionId = z
  .string()
  .refine((id) => functionIds.has(id), 'is no row of the endpoint or worker table');
const endpointId = z.string().refine((id) => endpointIds.has(id), 'is no row of the endpoint table');

const stageSettings = z.strictObject({
  /** Account to deploy to. Default: that of the deployer's credentials. */
  account: z
    .string()
    .regex(/^\d{12}$/, 'must have twelve digits')
    .optional(),
  /** Region to deploy to. Default: that of the deployer's profile. */
  region: z.string().min(1).optional(),
  logLevel: z.enum(['debug', 'info', 'warn', 'error']),
  /** Days for which the logs of functions and gateway are kept. */
  logRetentionDays: z.literal(RETENTION_DAYS),
  /** Seconds before each of the five delivery attempts; a queue holds a message back for 900 s at most. */
  webhookDelaysS: z.array(z.int().min(0).max(900)).length(5),
  /** Seconds for which a locked rate holds. */
  quoteTtlS: z.int().positive(),
  /** Milliseconds between two steps of the sandbox simulator; nothing simulates in production. */
  sandboxStepMs: z.int().min(0),
  /** Limits of the gateway, which protect the account. A partner's own limit is kept by the service. */
  throttling: z.strictObject({
    default: rate,
    /** Exceptions by endpoint id. */
    routes: z.record(endpointId, rate).optional(),
  }),
  memoryMb: z.strictObject({
    /** Every endpoint without an entry below. */
    endpoint: memoryMb,
    /** Exceptions by endpoint or worker id; a worker's default stands in its row. */
    functions: z.record(functionId, memoryMb).optional(),
  }),
  /** Highest on-demand throughput of the table, in request units per second. Default: the account's quota. */
  tableMaximum: z.strictObject({ read: z.int().positive(), write: z.int().positive() }).optional(),
  /** Deletion and termination protection; data and logs outlive their stack. */
  protectData: z.boolean(),
  /**
   * Whether this stage sets the log role of the account's API Gateway, which access logs need. One setting
   * per account and region: switch it off where something else sets it already.
   */
  setsGatewayLogRole: z.boolean(),
  /** SNS topic that every alarm notifies. Default: alarms only show. */
  alarmTopicArn: z.string().startsWith('arn:').optional(),
});

/** Settings of one stage, checked. */
export interface StageConfig extends z.infer<typeof stageSettings> {
  readonly name: StageName;
}

export interface StageRequest {
  /** The deployer's `--context env=…`. */
  readonly env: unknown;
  /** The deployer's `--context config=…`: a file instead of the stage's own, relative to the repository. */
  readonly configPath?: unknown;
  /** Takes one line that the deployer should read. */
  readonly notice?: (line: string) => void;
}

/**
 * Finds and checks the settings of the stage that was asked for.
 * @throws ConfigurationError when the stage is missing or unknown, or its file unreadable or wrong.
 */
export function loadStage(request: StageRequest): StageConfig {
  const name = stageName(request.env);
  const path = settingsPath(name, request);
  const parsed = stageSettings.safeParse(readJson(path));
  if (parsed.success) return { ...parsed.data, name };
  const faults = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`,
  );
  throw new ConfigurationError(`${relative(REPOSITORY, path)}: ${faults.join('; ')}`);
}

function stageName(env: unknown): StageName {
  const choice = '--context env=sandbox or --context env=production';
  if (env === undefined || env === '') throw new ConfigurationError(`No stage given: add ${choice}`);
  const found = STAGE_NAMES.find((name) => name === env);
  if (found === undefined)
    throw new ConfigurationError(`Unknown stage ${JSON.stringify(env)}: use ${choice}`);
  return found;
}

function settingsPath(name: StageName, { configPath, notice }: StageRequest): string {
  if (typeof configPath === 'string' && configPath !== '') return resolve(REPOSITORY, configPath);
  const own = resolve(import.meta.dirname, `${name}.json`);
  if (name === 'sandbox' || existsSync(own)) return own;
  notice?.(
    'production: infra/config/production.json is absent, so the shipped production.example.json is used',
  );
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
