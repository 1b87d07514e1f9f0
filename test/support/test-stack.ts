import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { RunVariables } from '#local/lambda/function-environment';
import { openLogFile } from '#local/lambda/log-sink';
import { ApiClient } from '#local/partner/api-client';
import { type RunningStack, startStack } from '#local/stack';
import { builtFunctions } from '#local/start/functions';
import { deployableTemplates, localTemplates } from '#local/start/templates';
import { createPartner } from '#shared/partners/repository';
import { writeRecordedResponses } from '#test/support/documented/record-responses';
import { checkLog } from '#test/support/log-canary';
import type { StackFacts } from '#test/support/shared-stack/stack-facts';

/** A running stack for tests, in this process or another one. */
export interface StackInUse {
  readonly stack: StackFacts;
  readonly baseUrl: string;
  /** File with the output of the functions. */
  readonly logFile: string;
  newPartner(name?: string): Promise<ApiClient>;
}

/** A stack that only one test file uses, in the process of this test file. */
export interface TestStack extends StackInUse {
  readonly stack: RunningStack;
  stop(): Promise<void>;
}

/** Settings that shorten a transaction from minutes to a moment. */
export const FAST = { SANDBOX_STEP_MS: '50', WEBHOOK_DELAYS_S: '0,1,1,1,1' } as const satisfies RunVariables;

export interface TestStackOptions {
  readonly settings?: RunVariables;
  readonly dataDir?: string;
  readonly crashPoints?: boolean;
  /**
   * True to run the bundles and templates of `npm start`, in which functions share files. @default the bundles of a deployment
   */
  readonly asStarted?: boolean;
  /**
   * File for the output of the functions, if the caller checks the output. @default a temporary file that `stop` checks and
   * deletes
   */
  readonly logFile?: string;
}

/** Starts the local stack on a free port. */
export async function startTestStack(options: TestStackOptions = {}): Promise<TestStack> {
  const make = { root: resolve(import.meta.dirname, '../..'), print: () => undefined };
  const { crashPoints = false, asStarted = false, settings, dataDir } = options;
  const code = asStarted
    ? { cdkOut: await localTemplates(make), functionsDir: await builtFunctions(make) }
    : { cdkOut: await deployableTemplates(make, crashPoints) };
  const logs = options.logFile === undefined ? mkdtempSync(join(tmpdir(), 'partner-ramp-test-')) : undefined;
  const logFile = options.logFile ?? join(logs ?? '', 'functions.log');
  const logSink = openLogFile(logFile);
  const stack = await startStack({
    port: 0,
    ...code,
    // Ten times the timeouts of functions and gateway, because a busy machine is slower than AWS.
    timeLimitFactor: 10,
    // Tests send more requests a second than a partner may; another test covers the limit.
    settings: { ...FAST, RATE_LIMIT_RPS: '0', ...settings },
    logSink,
    ...(dataDir === undefined ? {} : { dataDir }),
  });
  return {
    ...useStack(stack, logFile),
    stack,
    stop: async () => {
      writeRecordedResponses();
      await stack.stop();
      logSink.close();
      if (logs === undefined || !existsSync(logFile)) return;
      checkLog(readFileSync(logFile, 'utf8'));
      rmSync(logs, { recursive: true, force: true });
    },
  };
}

/** Connects the repositories of this process to a running stack. */
export function useStack(stack: StackFacts, logFile: string): StackInUse {
  Object.assign(process.env, {
    STAGE: 'sandbox',
    TABLE_NAME: stack.tableName,
    AWS_ENDPOINT_URL_DYNAMODB: stack.dynamodbEndpoint,
    AWS_ENDPOINT_URL_S3: stack.s3Endpoint,
    FILES_BUCKET: stack.bucketNames[0],
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  return {
    stack,
    baseUrl: stack.baseUrl,
    logFile,
    newPartner: async (name = 'Test partner') => {
      const { apiKey, partnerId } = await createPartner({ name, stage: 'sandbox', atMs: Date.now() });
      return new ApiClient(stack.baseUrl, apiKey, partnerId);
    },
  };
}
