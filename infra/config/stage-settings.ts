import * as z from 'zod';
import { endpoints, workers } from '#shared/contract/endpoints';
import { type Provider, providers } from '#shared/platform/providers/registry';
import { isReporting, reporters } from '#shared/transactions/domain/reporters';
import { blockchains } from '#shared/values/money/currency';
import { recordFrom } from '#shared/values/record-from';
import { capacitySchema } from './capacity';
import { egressSettings } from './egress-settings';

// Settings that fit a stage into the accounts of an organisation (docs/adr/002).

/** Tags that a stage has by itself (infra/stacks/stack-props.ts). */
const OWN_TAGS: readonly string[] = ['service', 'env'];
/** Forms of IAM's tags, the narrowest: https://docs.aws.amazon.com/IAM/latest/UserGuide/id_tags.html */
const tagKey = z
  .string()
  .regex(/^(?!aws:)[\w .:/=+@-]{1,128}$/i, 'is no name of a tag')
  .refine((key) => !OWN_TAGS.includes(key), 'is a tag that the stage has by itself');
const tagValue = z.string().regex(/^[\w .:/=+@-]{0,256}$/, 'is no value of a tag');
/** Our share of the fifty tags that a resource can have; the organisation uses the rest. */
const MOST_TAGS = 30;

export const organisationSettings = {
  /** The environment of a further stage, which has a separate file name. Absent for sandbox and production. */
  kind: z.enum(['sandbox', 'production']).optional(),
  /** Tags of every resource in addition to `service` and `env`, such as cost allocation tags. Default: none. */
  tags: z
    .record(tagKey, tagValue)
    .refine((tags) => Object.keys(tags).length <= MOST_TAGS, `has more than ${MOST_TAGS} tags`)
    .optional(),
  /** Managed policy that bounds every role of the stage. Default: none. */
  permissionsBoundaryArn: z
    .string()
    .regex(/^arn:aws[\w-]*:iam::(\d{12}|aws):policy\/[\w+=,.@/-]+$/, 'must be the ARN of a managed policy')
    .optional(),
  /** The account's CDK bootstrap stack, if it has another name than the CDK's default. */
  bootstrap: z
    .strictObject({
      qualifier: z.string().regex(/^[a-z0-9]{1,10}$/, 'has one to ten small letters and digits'),
      /** Stack that `cdk bootstrap --toolkit-stack-name` made. Default: CDKToolkit. */
      stackName: z
        .string()
        .regex(/^[A-Za-z][A-Za-z0-9-]{0,127}$/, 'must be the name of a stack')
        .optional(),
    })
    .optional(),
};

const days = z.int().min(1).max(3650);
const vaultArn = z.string().regex(/^arn:aws[\w-]*:backup:[a-z\d-]+:\d{12}:backup-vault:[\w-]{2,50}$/, {
  error: 'must be the ARN of a backup vault, arn:aws:backup:REGION:ACCOUNT:backup-vault:NAME',
});

/**
 * Daily backups of table and files next to point-in-time recovery, in a vault that keeps them from deletion, and their copies
 * in vaults of other Regions or accounts (docs/disaster-recovery.md). Default: none.
 */
export const backupSettings = z.strictObject({
  /** Days for which each backup is kept. The vault's lock deletes none before. */
  keptDays: days,
  /**
   * Days from the first deployment after which the lock can be taken off by no one, the account's owner and AWS included. Default: the
   * lock stays one that an administrator can take off.
   */
  lockIsFinalAfterDays: z.int().min(3).max(36_500).optional(),
  /** Vaults that each backup is copied to. They are there already. Default: none. */
  copies: z
    .array(z.strictObject({ vaultArn, keptDays: days }))
    .min(1)
    .max(3)
    .refine((copies) => new Set(copies.map((copy) => copy.vaultArn)).size === copies.length, {
      error: 'names a vault twice',
    })
    .optional(),
});

/**
 * A secret in Secrets Manager; docs/deploy.md shows its form. The whole ARN with the six characters at its
 * end: the functions may read this one secret.
 */
const secretArn = z
  .string()
  .regex(/^arn:aws[\w-]*:secretsmanager:[\w-]+:\d{12}:secret:[\w/+=.@-]+-\w{6}$/, 'must be the ARN of a secret');

/** A provider that the service calls, and may be called by, over HTTP. */
const httpProvider = z.strictObject({
  /** Base address of its interface. */
  url: z.url({ protocol: /^https$/, error: 'must be an https address' }),
  /** The secret with which both sides authenticate. */
  secretArn,
});

/** Builds the form of the settings of a kind of provider. */
function formOf(provider: Provider) {
  if (!('maxAgeS' in provider)) return httpProvider;
  // Counted from the instant that the provider gives its response.
  return httpProvider.extend({ maxAgeS: z.int().min(1).max(provider.maxAgeS.most) });
}

/** The providers that report events of transactions, in the order of their reporters. */
const reportingProviders = reporters.flatMap((reporter) =>
  providers.filter(isReporting).filter(({ name }) => name === reporter),
);

const settingOf = <Setting extends string>({ setting }: { readonly setting: Setting }) => setting;

/** The providers, by kind. Their contracts are in docs/providers/. */
export const providerSettings = z.strictObject({
  ...recordFrom(providers, settingOf, (provider) => formOf(provider).optional()),
  /** Secrets that providers sign their reports of transactions with: one for each. */
  events: z
    .strictObject(recordFrom(reportingProviders, settingOf, () => z.strictObject({ secretArn }).optional()))
    .optional(),
});

/** Days that CloudWatch Logs accepts as retention, up to two years. */
const RETENTION_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731] as const;

/** Lambda's bounds: https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
const memoryMb = z.int().min(128).max(10_240);

const functionIds = new Set<string>([...endpoints, ...workers].map((row) => row.id));
const functionId = z.string().refine((id) => functionIds.has(id), 'is no row of the endpoint or worker table');

const explorer = z.string().regex(/^https:\/\/[^\s{}]+\{hash\}[^\s{}]*$/, 'must be an https address with {hash} in it');

const hostName = z.hostname('must be a host name').regex(/\./, 'must be a host name');
const certificateArn = z
  .string()
  .regex(/^arn:aws[\w-]*:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/, 'must be the ARN of a certificate');

/** A name of one's own for the API. */
const domain = z
  .strictObject({
    name: hostName,
    /** Certificate in Certificate Manager for that name, in the region of the API. */
    certificateArn,
    /** Zone in Route 53 that gets the record. Default: the record is made elsewhere. */
    hostedZone: z
      .strictObject({
        id: z.string().regex(/^Z\w+$/, 'must be the id of a zone'),
        name: z.string().min(1),
      })
      .optional(),
    /** An additional name, for partners' servers with client certificates (docs/adr/012). Default: keys alone. */
    mutualTls: z
      .strictObject({
        name: hostName,
        /** Like the certificate above, for this name; a public one of Certificate Manager. */
        certificateArn,
        /** The certificates of authorities that are trusted, as PEM, in a bucket of the Region that keeps versions. */
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
    error: 'must be another name: people open pages at domain.name without a certificate',
  });

const topicArn = z.string().regex(/^arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w-]+$/, 'must be the ARN of a topic');

/** The form of a stage's settings file. Rules that depend on the stage are in stages.ts. */
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
    /** Lowest level that the service's own logger writes. The lines of requests and metrics are written at every level. */
    level: z.enum(['debug', 'info', 'warn', 'error']),
    /** Days for which the logs of functions and gateway are kept. */
    retentionDays: z.literal(RETENTION_DAYS),
    /**
     * True if this stage sets the log role of the account's API Gateway, which access logs need. One setting
     * per account and region: switch it off if something else sets the role already.
     */
    setsGatewayRole: z.boolean(),
  }),
  /** Seconds before each of the five delivery attempts; a queue holds a message back for 900 s at most. */
  webhookDelaysS: z.array(z.int().min(0).max(900)).length(5),
  /** Seconds for which a locked rate holds. */
  quoteTtlS: z.int().positive(),
  /** Milliseconds between two steps of the sandbox simulator; nothing simulates in production. */
  sandboxStepMs: z.int().min(0),
  /** Groups of numbers in place of the shipped ones (infra/config/capacity.ts). Default: none. */
  capacity: capacitySchema.partial().optional(),
  /** Addresses of chain transactions in an explorer, by chain, with `{hash}` in the place of the hash. Default: none is shown. */
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
    /** Every endpoint without an entry below. */
    endpoint: memoryMb,
    /** Exceptions by endpoint or worker id; the row of a worker has its default. */
    functions: z.record(functionId, memoryMb).optional(),
  }),
  /**
   * Table that the functions use instead of the stage's table, which stays unchanged: a table restored from it
   * (docs/disaster-recovery.md). Default: the stage's table.
   */
  restoredTable: z
    .strictObject({
      name: z.string().regex(/^[\w.-]{3,255}$/, 'must be the name of a table'),
      /** Its stream, with old and new images. */
      streamArn: z
        .string()
        .regex(
          /^arn:aws[\w-]*:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+\/stream\/[\w:.-]+$/,
          'must be the ARN of a stream',
        ),
    })
    .refine(({ name, streamArn }) => streamArn.includes(`:table/${name}/stream/`), {
      path: ['streamArn'],
      error: 'must be the stream of that table',
    })
    .optional(),
  /** Deletion and termination protection; data and logs outlive their stack. */
  protectData: z.boolean(),
  /**
   * Days from the signature on for which the bucket keeps a signed declaration from being deleted or replaced
   * (docs/adr/023). Production needs it. Default: none is locked, and the bucket is made without Object Lock.
   */
  signedRecordsLockedDays: z.int().min(1).max(36_500).optional(),
  /** Production needs every one that is not optional (shared/platform/providers/registry.ts). The sandbox plays the parts itself, and may name `events` alone. */
  providers: providerSettings.optional(),
  /**
   * Pace at which callers of endpoints that move money get new code; all others get theirs at once. Every option but
   * the first rolls back automatically when an alarm fires.
   */
  rollout: z.enum([
    'all-at-once',
    'canary-10-percent-5-minutes',
    'linear-10-percent-every-minute',
    'linear-10-percent-every-2-minutes',
  ]),
  /** The firewall in front of the gateway. Default: none. */
  firewall: z.strictObject({}).optional(),
  domain: domain.optional(),
  /** Fixed addresses of calls to partners and providers. Default: addresses of AWS, which change. */
  egress: egressSettings.optional(),
  backups: backupSettings.optional(),
  alarms: z
    .strictObject({
      /** SNS topic that calls a person at any hour. Production needs one. Default in the sandbox: alarms only show. */
      topicArn: topicArn.optional(),
      /** SNS topic of alarms that can wait for the next working day. Default: `topicArn`. */
      ticketTopicArn: topicArn.optional(),
      /** Address at which people read docs/runbook.md; alarms link to its sections. Default: its path in this repository. */
      runbookUrl: z
        .url({ protocol: /^https$/, error: 'must be an https address' })
        .regex(/^[^#]+$/, 'names no section')
        .optional(),
    })
    .optional(),
});
