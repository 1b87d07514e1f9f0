import { Aws } from 'aws-cdk-lib';
import { CfnGlobalTable, type ITableV2, type TableAttributesV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';
import { retention } from '#infra/constructs/retention';
import { stageTags } from '#infra/stacks/stack-props';

/** Name of the sparse index that contains due items, sorted by time. */
export const DUE_INDEX = 'byDue';

interface Records {
  readonly recordsKey: Key;
  readonly webhookKey: Key;
  readonly linkKey: Key;
  readonly table: ITableV2;
}

/** Creates the keys and the table of a stage. */
export function stageRecords(scope: Construct, config: StageConfig): Records {
  const removalPolicy = retention(config);
  const recordsKey = new Key(scope, 'RecordsKey', {
    description: `Partner Ramp ${config.name}: records and files at rest`,
    enableKeyRotation: true,
    // A single-Region key cannot become a multi-Region key later (docs/adr/023).
    multiRegion: true,
    removalPolicy,
  });
  const webhookKey = new Key(scope, 'WebhookKey', {
    description: `Partner Ramp ${config.name}: webhook secrets`,
    enableKeyRotation: true,
    multiRegion: true,
    removalPolicy,
  });
  // Without rotation: KMS cannot rotate HMAC keys, and a new key would change the tokens of existing links.
  const linkKey = new Key(scope, 'LinkKey', {
    description: `Partner Ramp ${config.name}: tokens of links that people open`,
    keySpec: KeySpec.HMAC_256,
    keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
    multiRegion: true,
    removalPolicy,
  });
  for (const key of [recordsKey, webhookKey, linkKey]) key.addToResourcePolicy(servicesAloneGrant());

  const own = globalTable(scope, config, recordsKey);
  own.applyRemovalPolicy(removalPolicy);
  const table = TableV2.fromTableAttributes(
    scope,
    'UsedTable',
    usedTable(config) ?? { tableName: own.ref, tableStreamArn: own.attrStreamArn },
  );
  return { recordsKey, webhookKey, linkKey, table };
}

/**
 * Denies the creation of KMS grants, because a KMS grant bypasses the policies of roles. AWS services are exempt: DynamoDB
 * creates a KMS grant to use the key.
 */
function servicesAloneGrant(): PolicyStatement {
  return new PolicyStatement({
    sid: 'GrantsForServicesAlone',
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: ['kms:CreateGrant'],
    resources: ['*'],
    conditions: { BoolIfExists: { 'kms:GrantIsForAWSResource': 'false', 'aws:PrincipalIsAWSService': 'false' } },
  });
}

/**
 * Creates the stage's table as a global table with one replica (docs/adr/023). The CDK construct `TableV2` rejects our KMS key in
 * a stack whose Region comes from the deployer's environment.
 */
function globalTable(scope: Construct, config: StageConfig, key: Key): CfnGlobalTable {
  const { table, index } = config.capacity;
  return new CfnGlobalTable(scope, 'Table', {
    attributeDefinitions: [
      { attributeName: 'PK', attributeType: 'S' },
      { attributeName: 'SK', attributeType: 'S' },
      { attributeName: 'duePk', attributeType: 'S' },
      { attributeName: 'dueAt', attributeType: 'N' },
    ],
    keySchema: keySchema('PK', 'SK'),
    billingMode: 'PAY_PER_REQUEST',
    writeOnDemandThroughputSettings: { maxWriteRequestUnits: table.write },
    sseSpecification: { sseEnabled: true, sseType: 'KMS' },
    timeToLiveSpecification: { enabled: true, attributeName: 'ttl' },
    // A comparison of the old and the new image shows which writes increased an item's version.
    streamSpecification: { streamViewType: 'NEW_AND_OLD_IMAGES' },
    globalSecondaryIndexes: [
      {
        indexName: DUE_INDEX,
        keySchema: keySchema('duePk', 'dueAt'),
        // The index contains the keys and the attribute that determines the queue of an item.
        projection: { projectionType: 'INCLUDE', nonKeyAttributes: ['entity'] },
        writeOnDemandThroughputSettings: { maxWriteRequestUnits: index.write },
      },
    ],
    replicas: [
      {
        region: Aws.REGION,
        sseSpecification: { kmsMasterKeyId: key.keyArn },
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
        deletionProtectionEnabled: config.protectData,
        readOnDemandThroughputSettings: { maxReadRequestUnits: table.read },
        globalSecondaryIndexes: [
          {
            indexName: DUE_INDEX,
            readOnDemandThroughputSettings: { maxReadRequestUnits: index.read },
          },
        ],
        // CloudFormation does not apply stack tags to replicas.
        tags: Object.entries(stageTags(config)).map(([key, value]) => ({ key, value })),
      },
    ],
  });
}

function keySchema(partitionKey: string, sortKey: string): CfnGlobalTable.KeySchemaProperty[] {
  return [
    { attributeName: partitionKey, keyType: 'HASH' },
    { attributeName: sortKey, keyType: 'RANGE' },
  ];
}

/**
 * Returns the restored table if the settings contain one. The functions then use the restored table instead of the stage's table.
 * The keys of the stage also encrypt the restored table.
 */
function usedTable({ restoredTable }: StageConfig): TableAttributesV2 | undefined {
  return restoredTable && { tableName: restoredTable.name, tableStreamArn: restoredTable.streamArn };
}
