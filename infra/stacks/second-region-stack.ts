import { type App, Stack } from 'aws-cdk-lib';
import { AccountRootPrincipal, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnReplicaKey } from 'aws-cdk-lib/aws-kms';
import type { StageConfig } from '#infra/config/stages';
import { retention } from '#infra/constructs/retention';
import { stackProps } from '#infra/stacks/stack-props';
import { keyArnIn, servicesAloneGrant } from '#infra/stacks/stage-records';

export interface SecondRegionProps {
  readonly config: StageConfig;
  /** Region of the stage, whose keys are the primary ones. */
  readonly first: string;
  readonly secondRegion: NonNullable<StageConfig['secondRegion']>;
}

/**
 * Replicas of the stage's keys in its second Region: the replica of the table is encrypted with one, and sealed values are
 * opened there with the others. They are deployed before the replica of the table, which the stage's own template holds.
 */
export class SecondRegionStack extends Stack {
  constructor(app: App, { config, first, secondRegion: { name: region, keys } }: SecondRegionProps) {
    super(app, `PartnerRamp-${config.name}-SecondRegion`, {
      ...stackProps({ ...config, region }),
      description: `Partner Ramp (${config.name}): replicas of its keys`,
    });
    const keyPolicy = new PolicyDocument({
      statements: [
        new PolicyStatement({ principals: [new AccountRootPrincipal()], actions: ['kms:*'], resources: ['*'] }),
        servicesAloneGrant(),
      ],
    });
    for (const [id, keyId, purpose] of [
      ['RecordsKey', keys.records, 'records and files at rest'],
      ['WebhookKey', keys.webhook, 'webhook secrets'],
      ['LinkKey', keys.link, 'tokens of links that people open'],
    ] as const) {
      const replica = new CfnReplicaKey(this, id, {
        description: `Partner Ramp ${config.name}: ${purpose}`,
        primaryKeyArn: keyArnIn(first, keyId),
        keyPolicy,
      });
      replica.applyRemovalPolicy(retention(config));
    }
  }
}
