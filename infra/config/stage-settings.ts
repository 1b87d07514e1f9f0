import * as z from 'zod';
import { endpoints, workers } from '#shared/contract/endpoints';
import { type Provider, providers } from '#shared/platform/providers/registry';
import { isReporting, reporters } from '#shared/transactions/domain/reporters';
import { blockchains } from '#shared/values/money/currency';
import { recordFrom } from '#shared/values/record-from';
import { capacitySchema } from './capacity';
import { egressSettings } from './egress-settings';

// Settings for a stage in the AWS accounts of an organisation (docs/adr/002).

/** Tags that every stage sets (infra/stacks/stack-props.ts). */
const OWN_TAGS: readonly string[] = ['service', 'env'];
/** Characters allowed in tags. IAM has the strictest rules: https://docs.aws.amazon.com/IAM/latest/UserGuide/id_tags.html */
const tagKey = z
  .string()
  .regex(/^(?!aws:)[\w .:/=+@-]{1,128}$/i, 'is not a valid tag name')
  .refine((key) => !OWN_TAGS.includes(key), 'is a tag that every stage already has');
const tagValue = z.string().regex(/^[\w .:/=+@-]{0,256}$/, 'is not a valid tag value');
/** Maximum number of tags in the settings. A resource can have fifty tags; the organisation can add the others. */
const MOST_TAGS = 30;

export const organisationSettings = {
  /**
   * Kind of an additional stage: the stage follows the rules of `sandbox` or `production`. Absent in the settings files of the
   * stages `sandbox` and `production` themselves.
   */
  kind: z.enum(['sandbox', 'production']).optional(),
  /** Tags of every resource in addition to `service` and `env`, such as cost allocation tags. Default: none. */
  tags: z
    .record(tagKey, tagValue)
    .refine((tags) => Object.keys(tags).length <= MOST_TAGS, `must contain at most ${MOST_TAGS} tags`)
    .optional(),
  /** Managed policy that limits every role of the stage (permissions boundary). Default: none. */
  permissionsBoundaryArn: z
    .string()
    .regex(/^arn:aws[\w-]*:iam::(\d{12}|aws):policy\/[\w+=,.@/-]+$/, 'must be the ARN of a managed policy')
    .optional(),
  /** CDK bootstrap stack of the account, if it differs from the CDK's default. */
  bootstrap: z
    .strictObject({
      qualifier: z.string().regex(/^[a-z0-9]{1,10}$/, 'must be one to ten lower-case letters and digits'),
      /** Stack name in `cdk bootstrap --toolkit-stack-name`. Default: CDKToolkit. */
      stackName: z
        .string()
        .regex(/^[A-Za-z][A-Za-z0-9-]{0,127}$/, 'must be a stack name')
        .optional(),
    })
    .optional(),
};

const days = z.int().min(1).max(3650);
const vaultArn = z.string().regex(/^arn:aws[\w-]*:backup:[a-z\d-]+:\d{12}:backup-vault:[\w-]{2,50}$/, {
  error: 'must be the ARN of a backup vault, arn:aws:backup:REGION:ACCOUNT:backup-vault:NAME',
});

/**
 * Daily backups of table and files, in addition to point-in-time recovery. A locked vault protects the backups from deletion.
 * Vaults of other Regions or accounts can store copies (docs/disaster-recovery.md). Default: none.
 */
export const backupSettings = z.strictObject({
  /** Days to keep each backup. The vault's lock prevents an earlier deletion. */
  keptDays: days,
  /**
   * Days from the creation of the vault's lock until the lock becomes final. Then nobody, not even the account's owner or AWS,
   * can remove it. Default: an administrator can always remove the lock.
   */
  lockIsFinalAfterDays: z.int().min(3).max(36_500).optional(),
  /** Existing vaults that receive a copy of each backup. Default: none. */
  copies: z
    .array(z.strictObject({ vaultArn, keptDays: days }))
    .min(1)
    .max(3)
    .refine((copies) => new Set(copies.map((copy) => copy.vaultArn)).size === copies.length, {
      error: 'must contain each vault only once',
    })
    .optional(),
});

/**
 * ARN of a secret in Secrets Manager; docs/deploy.md shows the format of the secret. The ARN must be complete, with the six
 * characters at its end, because the policies that allow functions to read the secret contain this ARN.
 */
const secretArn = z
  .string()
  .regex(/^arn:aws[\w-]*:secretsmanager:[\w-]+:\d{12}:secret:[\w/+=.@-]+-\w{6}$/, 'must be the ARN of a secret');

/** A provider that the service calls over HTTP, and that may also call the service. */
const httpProvider = z.strictObject({
  url: z.url({ protocol: /^https$/, error: 'must be an https URL' }),
  /** Secret with which provider and service authenticate each other. */
  secretArn,
});

/** Returns the schema of the settings for a kind of provider. */
function formOf(provider: Provider) {
  if (!('maxAgeS' in provider)) return httpProvider;
  // Maximum age of a response in seconds, from the time at which the provider sent the response.
  return httpProvider.extend({ maxAgeS: z.int().min(1).max(provider.maxAgeS.most) });
}

/** Providers that report transaction events, in the order of `reporters`. */
const reportingProviders = reporters.flatMap((reporter) =>
  providers.filter(isReporting).filter(({ name }) => name === reporter),
);

const settingOf = <Setting extends string>({ setting }: { readonly setting: Setting }) => setting;

/** Providers, by kind. docs/providers/ contains their API contracts. */
export const providerSettings = z.strictObject({
  ...recordFrom(providers, settingOf, (provider) => formOf(provider).optional()),
  /** Secrets with which providers sign their reports of transactions: a separate secret for each provider. */
  events: z
    .strictObject(recordFrom(reportingProviders, settingOf, () => z.strictObject({ secretArn }).optional()))
    .optional(),
});

/** Retention periods in days that CloudWatch Logs accepts, up to two years. */
const RETENTION_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731] as const;

/** Lambda's bounds: https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
const memoryMb = z.int().min(128).max(10_240);

const functionIds = new Set<string>([...endpoints, ...workers].map((row) => row.id));
const functionId = z.string().refine((id) => functionIds.has(id), 'is not the id of an endpoint or worker');

const explorer = z.string().regex(/^https:\/\/[^\s{}]+\{hash\}[^\s{}]*$/, 'must be an https URL that contains {hash}');

const hostName = z.hostname('must be a host name').regex(/\./, 'must be a host name');
const certificateArn = z
  .string()
  .regex(/^arn:aws[\w-]*:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/, 'must be the ARN of a certificate');

/** Custom domain name of the API. */
const domain = z
  .strictObject({
    name: hostName,
    /** Certificate for this name in AWS Certificate Manager, in the API's Region. */
    certificateArn,
    /** Route 53 zone in which the DNS record is created. Default: you create the record elsewhere. */
    hostedZone: z
      .strictObject({
        id: z.string().regex(/^Z\w+$/, 'must be the id of a hosted zone'),
        name: z.string().min(1),
      })
      .optional(),
    /** Additional domain name for partners' servers with client certificates (docs/adr/012). Default: API keys only. */
    mutualTls: z
      .strictObject({
        name: hostName,
        /** Public certificate for this name in AWS Certificate Manager, in the API's Region. */
        certificateArn,
        /** Trusted certificate authorities as a PEM file, in a versioned bucket of the Region. */
        truststore: z.strictObject({
          bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
          key: z.string().min(1).max(1024),
          version: z.string().min(1).max(1024),
        }),
      })
      .optional(),
  })
  .refine(({ name, mutualTls }) => mutualTls?.name !== name, {
    path: ['mutualTls', 'name'],
    error: 'must differ from domain.name: users open pages at domain.name without a certificate',
  });

const topicArn = z.string().regex(/^arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w-]+$/, 'must be the ARN of a topic');

/** Schema of a stage's settings file. stages.ts contains the rules that depend on the stage. */
export const stageSettings = z.strictObject({
  ...organisationSettings,
  /** Account to deploy to. Default: the account of the deployer's credentials. */
  account: z
    .string()
    .regex(/^\d{12}$/, 'must have twelve digits')
    .optional(),
  /** Region to deploy to. Default: the region of the deployer's profile. */
  region: z.string().min(1).optional(),
  logs: z.strictObject({
    /** Lowest level that the service's logger writes. Lines with requests and metrics are written at every level. */
    level: z.enum(['debug', 'info', 'warn', 'error']),
    /** Days to keep the logs of functions and gateway. */
    retentionDays: z.literal(RETENTION_DAYS),
    /**
     * True if this stage sets the log role of the account's API Gateway, which access logs require. The role is one setting per
     * account and Region: use false if another stack already sets the role.
     */
    setsGatewayRole: z.boolean(),
  }),
  /** Seconds before each of the five delivery attempts. A queue can delay a message by 900 s at most. */
  webhookDelaysS: z.array(z.int().min(0).max(900)).length(5),
  /** Seconds for which a locked exchange rate is valid. */
  quoteTtlS: z.int().positive(),
  /** Milliseconds between two steps of the sandbox simulator; not used in production. */
  sandboxStepMs: z.int().min(0),
  /**
   * Groups of capacity settings. Each group replaces the complete group of the same name in infra/config/capacity.ts. Default:
   * none.
   */
  capacity: capacitySchema.partial().optional(),
  /** Block explorer URLs of on-chain transactions, by chain, with the placeholder `{hash}`. Default: no URL is shown. */
  explorers: z
    .strictObject(
      recordFrom(
        blockchains,
        (chain) => chain,
        () => explorer.optional(),
      ),
    )
    .optional(),
  memoryMb: z.strictObject({
    /** Memory of every endpoint without an entry in `functions`. */
    endpoint: memoryMb,
    /** Memory by endpoint or worker id. The default of a worker is in its row of the worker table. */
    functions: z.record(functionId, memoryMb).optional(),
  }),
  /**
   * Table that was restored from the stage's table (docs/disaster-recovery.md). The functions use the restored table, and the
   * stage's table stays unchanged. Default: the functions use the stage's table.
   */
  restoredTable: z
    .strictObject({
      name: z.string().regex(/^[\w.-]{3,255}$/, 'must be the name of a table'),
      /** Stream of the restored table, with old and new images. */
      streamArn: z
        .string()
        .regex(
          /^arn:aws[\w-]*:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+\/stream\/[\w:.-]+$/,
          'must be the ARN of a stream',
        ),
    })
    .refine(({ name, streamArn }) => streamArn.includes(`:table/${name}/stream/`), {
      path: ['streamArn'],
      error: 'must be the stream of the restored table',
    })
    .optional(),
  /** Enables deletion and termination protection, and keeps data and logs if their stack is deleted. */
  protectData: z.boolean(),
  /**
   * Days after the signature during which nobody can delete or replace a signed declaration in the bucket (docs/adr/023).
   * Required in production. Default: no lock, and a bucket without Object Lock.
   */
  signedRecordsLockedDays: z.int().min(1).max(36_500).optional(),
  /**
   * Production requires every provider that is not optional (shared/platform/providers/registry.ts). The sandbox simulates the
   * providers, so it accepts only `events`: the secrets with which providers sign their reports.
   */
  providers: providerSettings.optional(),
  /**
   * Pace of a release for endpoints that move money; all other endpoints get new code immediately. Every option except
   * `all-at-once` rolls back automatically when an alarm fires.
   */
  rollout: z.enum([
    'all-at-once',
    'canary-10-percent-5-minutes',
    'linear-10-percent-every-minute',
    'linear-10-percent-every-2-minutes',
  ]),
  /** Adds a firewall in front of the gateway. Default: none. */
  firewall: z.strictObject({}).optional(),
  domain: domain.optional(),
  /** Fixed IP addresses of calls to partners and providers. Default: changing addresses of AWS. */
  egress: egressSettings.optional(),
  backups: backupSettings.optional(),
  alarms: z
    .strictObject({
      /** SNS topic that alerts a person at any hour. Required in production. Default in the sandbox: alarms notify no one. */
      topicArn: topicArn.optional(),
      /** SNS topic of alarms that are not urgent before the next working day. Default: `topicArn`. */
      ticketTopicArn: topicArn.optional(),
      /** URL of docs/runbook.md; alarms link to its sections. Default: its path in this repository. */
      runbookUrl: z
        .url({ protocol: /^https$/, error: 'must be an https URL' })
        .regex(/^[^#]+$/, 'must not contain a section (#)')
        .optional(),
    })
    .optional(),
});
