import { describe, expect, it } from 'vitest';
import { at, findResources, listAt, STACKS, STAGES, stageTemplates } from '#test/infra/support/stage-templates';
import { nextRelease, onRestoredTable, otherSettings, RESTORED_TABLE } from '#test/infra/support/stage-variants';

const STATEFUL = ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket', 'AWS::KMS::Key'];

describe.each(STAGES)('data of %s', (env) => {
  const stage = stageTemplates(env);
  const production = env === 'production';
  const kept = production ? 'RetainExceptOnCreate' : 'Delete';
  const keptOnReplacement = production ? 'Retain' : 'Delete';

  it('is separate from everything that is deployed often', () => {
    const types = Object.values(stage.stacks.Data.Resources).map(({ Type }) => Type);
    expect(types.filter((type) => ![...STATEFUL, 'AWS::S3::BucketPolicy'].includes(type))).toEqual([]);
    for (const type of STATEFUL) {
      expect(findResources(stage, type, ['Data'])).not.toEqual([]);
      const others = STACKS.filter((stack) => stack !== 'Data');
      expect(findResources(stage, type, others)).toEqual([]);
    }
  });

  it('has the tags of everything else in the stage', () => {
    // CloudFormation propagates the tags of a stack to its nested stacks.
    expect(stage.tags).toEqual({ [`PartnerRamp-${env}`]: { service: 'partner-ramp', env } });
  });

  it('has keys that another Region can get replicas of, and that only services of AWS get grants of', () => {
    const keys = findResources(stage, 'AWS::KMS::Key');
    expect(keys).toHaveLength(3);
    expect(keys.map(({ Properties }) => at(Properties, 'MultiRegion'))).toEqual([true, true, true]);
    for (const { Properties } of keys)
      expect(listAt(Properties, 'KeyPolicy', 'Statement')).toContainEqual({
        Sid: 'GrantsForServicesAlone',
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: 'kms:CreateGrant',
        Resource: '*',
        Condition: { BoolIfExists: { 'kms:GrantIsForAWSResource': 'false', 'aws:PrincipalIsAWSService': 'false' } },
      });
  });

  it('has a bucket that can lock single files where signed declarations are locked, and locks none by default', () => {
    const [bucket] = findResources(stage, 'AWS::S3::Bucket');
    expect(at(bucket?.Properties, 'ObjectLockEnabled')).toBe(production ? true : undefined);
    expect(at(bucket?.Properties, 'ObjectLockConfiguration')).toBeUndefined();
    const lockers = findResources(stage, 'AWS::IAM::Role').filter(({ Properties }) =>
      JSON.stringify(Properties).includes('s3:PutObjectRetention'),
    );
    expect(lockers.map(({ id }) => id.replace(/Role[0-9A-F]{8}$/, ''))).toEqual(
      production ? ['getSignatureDocument', 'submitSignature', 'getSignerCopy'] : [],
    );
    expect(Object.values(stage.text).join('')).not.toMatch(/BypassGovernanceRetention/);
  });

  it('has one table with the agreed keys, index, stream and expiry', () => {
    const [table, ...others] = findResources(stage, 'AWS::DynamoDB::GlobalTable');
    expect(others).toEqual([]);
    expect(table?.Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'PK', KeyType: 'HASH' },
        { AttributeName: 'SK', KeyType: 'RANGE' },
      ],
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
    });
    expect(listAt(table?.Properties, 'AttributeDefinitions')).toEqual(
      expect.arrayContaining([
        { AttributeName: 'PK', AttributeType: 'S' },
        { AttributeName: 'SK', AttributeType: 'S' },
        { AttributeName: 'duePk', AttributeType: 'S' },
        { AttributeName: 'dueAt', AttributeType: 'N' },
      ]),
    );
    expect(listAt(table?.Properties, 'GlobalSecondaryIndexes')).toMatchObject([
      {
        IndexName: 'byDue',
        KeySchema: [
          { AttributeName: 'duePk', KeyType: 'HASH' },
          { AttributeName: 'dueAt', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['entity'] },
      },
    ]);
  });

  it('has one replica of the table, in its own Region, to which one in another can be added', () => {
    const [table] = findResources(stage, 'AWS::DynamoDB::GlobalTable');
    const { capacity } = stage.config;
    expect(at(table?.Properties, 'Replicas')).toEqual([
      {
        Region: { Ref: 'AWS::Region' },
        SSESpecification: { KMSMasterKeyId: { 'Fn::GetAtt': [expect.stringMatching(/^RecordsKey/), 'Arn'] } },
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        DeletionProtectionEnabled: production,
        ReadOnDemandThroughputSettings: { MaxReadRequestUnits: capacity.table.read },
        GlobalSecondaryIndexes: [
          {
            IndexName: 'byDue',
            ReadOnDemandThroughputSettings: { MaxReadRequestUnits: capacity.index.read },
          },
        ],
        // CloudFormation does not propagate the tags of a stack to replicas.
        Tags: [
          { Key: 'service', Value: 'partner-ramp' },
          { Key: 'env', Value: env },
        ],
      },
    ]);
    // The nested stack contains no explicit names, so another Region can have the same resources.
    const names = Object.values(stage.stacks.Data.Resources).flatMap(({ Properties }) =>
      ['TableName', 'BucketName', 'AliasName'].filter((name) => at(Properties, name) !== undefined),
    );
    expect(names).toEqual([]);
  });

  it('bounds the cost of the table and of its index', () => {
    const [table] = findResources(stage, 'AWS::DynamoDB::GlobalTable');
    const bound = (MaxWriteRequestUnits: number) => ({ WriteOnDemandThroughputSettings: { MaxWriteRequestUnits } });
    const { capacity } = stage.config;
    expect(table?.Properties).toMatchObject(bound(capacity.table.write));
    expect(at(table?.Properties, 'GlobalSecondaryIndexes', 0)).toMatchObject(bound(capacity.index.write));
  });

  // If a logical id changes, CloudFormation creates a new resource, and the data stays in the old one.
  it('keeps the logical ids of what holds data', () => {
    expect(STATEFUL.flatMap((type) => findResources(stage, type).map(({ id }) => id))).toMatchInlineSnapshot(`
      [
        "Table",
        "Files8E6940B8",
        "RecordsKey31CDF3C4",
        "WebhookKeyFF363931",
        "LinkKey27470AF7",
      ]
    `);
    expect(stage.stacks.Stage.Resources).toHaveProperty('Data.Type', 'AWS::CloudFormation::Stack');
  });

  it('has one private, versioned, encrypted bucket that accepts TLS only', () => {
    const [bucket, ...others] = findResources(stage, 'AWS::S3::Bucket');
    expect(others).toEqual([]);
    expect(bucket?.Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      VersioningConfiguration: { Status: 'Enabled' },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms' } }],
      },
    });
    const rules = listAt(bucket?.Properties, 'LifecycleConfiguration', 'Rules');
    expect(rules.every((rule) => at(rule, 'Status') === 'Enabled')).toBe(true);
    expect(rules.map((rule) => at(rule, 'Id'))).toEqual(['unfinished-uploads', 'replaced-files', 'uploads']);
    const [policy] = findResources(stage, 'AWS::S3::BucketPolicy');
    expect(listAt(policy?.Properties, 'PolicyDocument', 'Statement')).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
  });

  it('refuses signed addresses after 15 minutes, whatever their signer allowed', () => {
    const [policy] = findResources(stage, 'AWS::S3::BucketPolicy');
    const bucket = { 'Fn::GetAtt': [expect.stringMatching(/^Files/), 'Arn'] };
    const denied = listAt(policy?.Properties, 'PolicyDocument', 'Statement').filter((statement) =>
      JSON.stringify(statement).includes('s3:signatureAge'),
    );
    expect(denied).toEqual([
      {
        Sid: 'NoOldSignatures',
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: 's3:*',
        Resource: [bucket, { 'Fn::Join': ['', [bucket, '/*']] }],
        Condition: { NumericGreaterThan: { 's3:signatureAge': 900_000 } },
      },
    ]);
  });

  it('deletes uploads of browsers after two days, old versions too', () => {
    const [bucket] = findResources(stage, 'AWS::S3::Bucket');
    const rules = listAt(bucket?.Properties, 'LifecycleConfiguration', 'Rules');
    const shortLived = rules.filter((rule) => at(rule, 'Prefix') !== undefined);
    expect(shortLived).toEqual([
      {
        Id: 'uploads',
        Prefix: 'uploads/',
        Status: 'Enabled',
        ExpirationInDays: 2,
        NoncurrentVersionExpiration: { NoncurrentDays: 2 },
      },
    ]);
    // No other objects expire automatically.
    expect(rules.filter((rule) => at(rule, 'ExpirationInDays') !== undefined)).toEqual(shortLived);
  });

  it('allows pages of any origin to put what was signed for them, and nothing else', () => {
    const [bucket] = findResources(stage, 'AWS::S3::Bucket');
    expect(at(bucket?.Properties, 'CorsConfiguration')).toEqual({
      CorsRules: [
        {
          Id: 'signed-uploads',
          AllowedOrigins: ['*'],
          AllowedMethods: ['PUT'],
          AllowedHeaders: ['content-type', 'x-amz-*'],
          MaxAge: 3000,
        },
      ],
    });
  });

  it('rotates every key that can be rotated, and says which cannot', () => {
    const keys = findResources(stage, 'AWS::KMS::Key');
    const kinds = keys.map(({ id, Properties }) => ({
      name: id.replace(/[0-9A-F]{8}$/, ''),
      use: [at(Properties, 'KeySpec') ?? 'SYMMETRIC_DEFAULT', at(Properties, 'KeyUsage') ?? 'ENCRYPT_DECRYPT'],
      rotates: at(Properties, 'EnableKeyRotation') === true,
    }));
    const sealing = { use: ['SYMMETRIC_DEFAULT', 'ENCRYPT_DECRYPT'], rotates: true };
    expect(kinds).toEqual([
      { name: 'RecordsKey', ...sealing },
      { name: 'WebhookKey', ...sealing },
      { name: 'LinkKey', use: ['HMAC_256', 'GENERATE_VERIFY_MAC'], rotates: false },
    ]);
    for (const { Properties } of keys) expect(at(Properties, 'Description')).toEqual(expect.any(String));
  });

  it('is in the outputs of the stage: table, bucket and the keys that are used by name', () => {
    const names = ['TableName', 'FilesBucketName', 'WebhookKeyArn', 'LinkKeyArn'];
    for (const name of names) expect(at(stage.stacks.Stage.Outputs[name]?.Value, 'Fn::GetAtt', 0)).toBe('Data');
  });

  it('is the same template, byte for byte, in a release that does not change it', () => {
    for (const released of [nextRelease(env), otherSettings(env)]) {
      expect(released.text.Messaging).not.toBe(stage.text.Messaging);
      expect(released.text.People).not.toBe(stage.text.People);
      expect(released.text.Data).toBe(stage.text.Data);
      // The template URL contains the hash of the unchanged template, so CloudFormation finds no change.
      expect(released.stacks.Stage.Resources.Data).toEqual(stage.stacks.Stage.Resources.Data);
    }
  });

  it('depends on no other part of the stage', () => {
    expect(stage.stacks.Data.Parameters).toEqual({});
    expect(stage.stacks.Stage.Resources.Data?.DependsOn).toBeUndefined();
  });

  it('outlives its stack in production only', () => {
    const stateful = STATEFUL.flatMap((type) => findResources(stage, type));
    expect(new Set(stateful.map(({ DeletionPolicy }) => DeletionPolicy))).toEqual(new Set([kept]));
    expect(new Set(stateful.map(({ UpdateReplacePolicy }) => UpdateReplacePolicy))).toEqual(
      new Set([keptOnReplacement]),
    );
    expect(stage.protectedStacks).toEqual(production ? ['PartnerRamp-production'] : []);
    // In production, the nested stack is retained if it is removed from the template of the stage.
    expect(stage.stacks.Stage.Resources.Data).toMatchObject({
      DeletionPolicy: kept,
      UpdateReplacePolicy: keptOnReplacement,
    });
  });
});

describe.each(STAGES)('a restored table of %s', (env) => {
  const before = stageTemplates(env);
  const stage = onRestoredTable(env);
  const { name, streamArn } = RESTORED_TABLE;

  it("replaces the stage's own in every function, mapping, permission and output", () => {
    const functions = findResources(stage, 'AWS::Lambda::Function');
    expect(functions.length).toBeGreaterThan(0);
    for (const { Properties } of functions)
      expect([name, undefined]).toContain(at(Properties, 'Environment', 'Variables', 'TABLE_NAME'));
    const sources = findResources(stage, 'AWS::Lambda::EventSourceMapping').map(({ Properties }) =>
      at(Properties, 'EventSourceArn'),
    );
    expect(sources.filter((arn) => arn === streamArn)).toHaveLength(2);
    expect(stage.stacks.Stage.Outputs.TableName?.Value).toBe(name);
    const roles = findResources(stage, 'AWS::IAM::Role').map((role) => JSON.stringify(role));
    expect(roles.filter((role) => role.includes(`:table/${name}`)).length).toBeGreaterThan(70);
    expect(Object.values(stage.text).join('')).not.toMatch(/referencetoPartnerRamp\w+DataTable/);
  });

  it('is read by its index and its stream, and watched by the alarms', () => {
    const roles = findResources(stage, 'AWS::IAM::Role').map((role) => JSON.stringify(role));
    expect(roles.filter((role) => role.includes(`:table/${name}/index/byDue`))).toHaveLength(1);
    expect(roles.filter((role) => role.includes(streamArn))).toHaveLength(2);
    const alarms = findResources(stage, 'AWS::CloudWatch::Alarm').map((alarm) => JSON.stringify(alarm));
    const watched = (of: typeof stage) =>
      findResources(of, 'AWS::CloudWatch::Alarm').filter((alarm) => JSON.stringify(alarm).includes('"TableName"'));
    expect(alarms.filter((alarm) => alarm.includes(`{"Name":"TableName","Value":"${name}"}`))).toHaveLength(
      watched(before).length,
    );
    expect(watched(before).length).toBeGreaterThan(0);
  });

  it("leaves the stage's own as it is, with its protection", () => {
    const table = (of: typeof stage) => findResources(of, 'AWS::DynamoDB::GlobalTable');
    expect(table(stage)).toEqual(table(before));
    expect(table(stage)).toHaveLength(1);
  });
});
