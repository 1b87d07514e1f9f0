import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  CfnFunction,
  type Code,
  type ILayerVersion,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { acknowledge, objectsFinding, type Reasons, resourceFinding } from '#infra/checks/acknowledge';
import type { StageConfig } from '#infra/config/stages';
import { type Grantable, grantedKeys, grantStatements, isFilesGrant, lockStatements } from '#infra/policies/key-access';
import { eventBuses } from '#infra/policies/messaging-access';
import { callsOutside, NETWORK_FINDINGS, networkStatements } from '#infra/policies/network-access';
import { protectionStatements } from '#infra/policies/protected-partitions';
import { providerEnvironment, providerStatements } from '#infra/policies/provider-access';
import { callerStatements, type EncryptedTable, tableStatements } from '#infra/policies/table-access';
import type { NetworkStack } from '#infra/stacks/network-stack';
import type { EndpointRow, WorkerSetting } from '#shared/contract/endpoints';
import { retention } from './retention';

/** Returns the code of a function or of the document layer, by its folder name: the build output, or a stub in tests. */
export type CodeFor = (folder: string) => Code;

/** Settings that the functions of all stacks share. */
export interface FunctionContext {
  readonly config: StageConfig;
  readonly codeFor: CodeFor;
  readonly data: EncryptedTable & Grantable;
  /** Layer of the functions that create PDF documents. Absent for workers, because workers create no documents. */
  readonly documents?: ILayerVersion;
  /** Network of the functions that call partners and providers. If absent, the functions are in no VPC. */
  readonly network?: Pick<NetworkStack, 'subnetIds' | 'securityGroupId' | 'published'> | undefined;
}

/** Fields that endpoint rows and worker rows share. */
interface FunctionRow extends Pick<EndpointRow, 'id' | 'folder' | 'table' | 'grants' | 'summary'> {
  readonly settings: readonly WorkerSetting[];
  /** Absent for a worker. */
  readonly scope?: EndpointRow['scope'];
  readonly keyScope?: EndpointRow['keyScope'];
}

function isWorker({ scope }: FunctionRow): boolean {
  return scope === undefined;
}

export interface ServiceFunctionProps {
  readonly row: FunctionRow;
  readonly context: FunctionContext;
  /** Default memory in MB. The stage configuration can override this default per function. */
  readonly memoryMb: number;
  /** Timeout of one invocation, in seconds. */
  readonly timeoutS: number;
  /** Environment variables in addition to the variables that `row` defines. @default none */
  readonly environment?: Readonly<Record<string, string>>;
  /** Permissions in addition to the permissions that `row` defines. @default none */
  readonly statements?: readonly PolicyStatement[];
  /** Accepted findings of the cdk-nag rules about these additional permissions, each with the reason. @default none */
  readonly acknowledged?: Reasons;
  /**
   * True if messages of the function can invoke the function again any number of times (docs/adr/004).
   * @default Lambda stops a chain of invocations after about 16 invocations of the same function
   */
  readonly allowsRecursion?: boolean;
}

/**
 * The Lambda function of an endpoint or a worker, with a separate role and log group. The role gets all its policies at its
 * creation, so later code cannot add permissions.
 */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;

  constructor(
    scope: Construct,
    id: string,
    { row, context, memoryMb, timeoutS, environment, statements, acknowledged, allowsRecursion }: ServiceFunctionProps,
  ) {
    super(scope, id);
    const { config, data } = context;
    const network = callsOutside(row, config) ? context.network : undefined;
    const reserved = config.capacity.reserved[row.id];
    const logGroup = new LogGroup(this, 'Logs', {
      retention: config.logs.retentionDays,
      removalPolicy: retention(config),
    });
    const role = new Role(this, 'Role', {
      description: `${row.id} of ${config.name}`,
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        Access: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
              resources: [logGroup.logGroupArn],
            }),
            ...tableStatements(data, row.table),
            ...(row.scope === 'partner' ? callerStatements(data) : []),
            ...protectionStatements(data, row),
            ...row.grants.flatMap((grant) => grantStatements(data, grant)),
            ...lockStatements(data, row.grants, config),
            ...providerStatements(config, row.grants),
            ...(statements ?? []),
            ...(network === undefined ? [] : networkStatements()),
          ],
        }),
      },
    });
    this.lambda = new LambdaFunction(this, 'Function', {
      description: row.summary,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: context.codeFor(row.folder),
      ...(row.settings.includes('DOCUMENT_FILES') && context.documents && { layers: [context.documents] }),
      memorySize: config.memoryMb.functions?.[row.id] ?? memoryMb,
      timeout: Duration.seconds(timeoutS),
      ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
      ...(allowsRecursion && { recursiveLoop: RecursiveLoop.ALLOW }),
      // Keeps earlier versions so that callers can move back to them (docs/adr/003). A rollback deletes the version of the failed
      // release. Otherwise the next deployment of the same commit would fail, because Lambda does not publish the same code
      // twice.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
      role: role.withoutPolicyUpdates(),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      // Only `LOG_LEVEL` filters log lines. A filter of Lambda by level would also drop request and metric lines.
      applicationLogLevelV2: ApplicationLogLevel.TRACE,
      // With WARN, Lambda logs only failed and timed-out runs. Log lines of all other worker runs would cost more than the runs.
      systemLogLevelV2: isWorker(row) ? SystemLogLevel.WARN : SystemLogLevel.INFO,
      environment: { ...rowEnvironment(row, context), ...environment },
    });
    if (network !== undefined && this.lambda.node.defaultChild instanceof CfnFunction)
      this.lambda.node.defaultChild.vpcConfig = {
        subnetIds: [...network.subnetIds],
        securityGroupIds: [network.securityGroupId],
      };
    const objects = grantedKeys(row.grants).map((keys) => [
      objectsFinding(data.files, keys),
      'Objects of one kind in one bucket. Their names are unknown before deployment.',
    ]);
    acknowledge(role, {
      ...Object.fromEntries(objects),
      ...(row.grants.includes('partner-buses') && {
        [resourceFinding(eventBuses('*'))]:
          'Buses of other accounts, whose policies must allow the call. Buses of this account are denied.',
        [resourceFinding(eventBuses(Aws.ACCOUNT_ID))]:
          'A denial of the buses of this account, which the statement for all accounts includes.',
      }),
      ...(network && NETWORK_FINDINGS),
      ...acknowledged,
    });
    acknowledge(this.lambda, {
      'Serverless-LambdaTracing': 'Traces contain full URLs, including tokens of hosted pages: docs/adr/011.',
      'Serverless-LambdaDLQ':
        'Callers wait for the response, queues and streams have dead-letter queues, and the schedule runs every minute.',
    });
  }
}

/** Typed as a complete record, so that a setting without a value does not compile. */
function settingValues(config: StageConfig): Readonly<Record<WorkerSetting, string>> {
  return {
    ACCOUNT_ID: Aws.ACCOUNT_ID,
    // Lambda extracts layers into `/opt`.
    DOCUMENT_FILES: '/opt',
    SANDBOX_STEP_MS: String(config.sandboxStepMs),
    QUOTE_TTL_S: String(config.quoteTtlS),
    WEBHOOK_DELAYS_S: config.webhookDelaysS.join(','),
  };
}

function rowEnvironment(row: FunctionRow, { config, data }: FunctionContext): Record<string, string> {
  const values = settingValues(config);
  return {
    STAGE: config.name,
    TABLE_NAME: data.table.tableName,
    LOG_LEVEL: config.logs.level,
    ...(row.keyScope === undefined ? {} : { REQUIRED_SCOPE: row.keyScope }),
    ...(row.scope === 'partner' ? { RATE_LIMIT_RPS: String(config.capacity.requestsPerPartnerS) } : {}),
    ...(row.scope === 'partner' && config.domain?.mutualTls
      ? { CLIENT_CERTIFICATES: 'REQUIRED', PAGES_BASE_URL: `https://${config.domain.name}` }
      : {}),
    ...(row.grants.some((grant) => grant.startsWith('webhook-key')) ? { WEBHOOK_KEY_ID: data.webhookKey.keyArn } : {}),
    ...(row.grants.includes('link-key-mac') ? { LINK_KEY_ID: data.linkKey.keyArn } : {}),
    ...(row.grants.some(isFilesGrant) ? { FILES_BUCKET: data.files.bucketName } : {}),
    ...(row.grants.includes('signatures-write') && config.signedRecordsLockedDays !== undefined
      ? { SIGNED_RECORDS_LOCKED_DAYS: String(config.signedRecordsLockedDays) }
      : {}),
    ...providerEnvironment(config, row.grants),
    // Many functions apply transaction events, so all functions get these two variables. A transaction event can start the search
    // for a proof, and the notification about the event contains explorer URLs.
    ...(config.explorers === undefined ? {} : { EXPLORER_LINKS: JSON.stringify(config.explorers) }),
    ...(config.providers?.proofs === undefined ? {} : { PAYMENT_PROOFS: 'ON' }),
    ...Object.fromEntries(row.settings.map((setting) => [setting, values[setting]])),
  };
}
