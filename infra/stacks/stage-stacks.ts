import { type App, BOOTSTRAP_QUALIFIER_CONTEXT, CfnOutput, Stack } from 'aws-cdk-lib';
import { ManagedPolicy, PermissionsBoundary } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { StageConfig } from '#infra/config/stages';
import { freeze } from '#infra/constructs/frozen';
import type { CodeFor } from '#infra/constructs/service-function';
import { ApiStack } from '#infra/stacks/api-stack';
import { BackupStack } from '#infra/stacks/backup-stack';
import { DataStack } from '#infra/stacks/data-stack';
import { MessagingStack } from '#infra/stacks/messaging-stack';
import { NetworkStack } from '#infra/stacks/network-stack';
import { stackProps } from '#infra/stacks/stack-props';
import type { StageName } from '#shared/values/stage-name';

/**
 * One stage, deployed as one stack. Nested stacks contain the data, and the parts that change with every release (docs/adr/002).
 * Outputs of nested stacks become outputs of the stage.
 */
export class StageStack extends Stack {
  readonly data: DataStack;

  constructor(scope: Construct, config: StageConfig, codeFor: CodeFor) {
    super(scope, stackId(config.name), stackProps(config));
    this.data = new DataStack(this, 'Data', config);
    const { egress, backups, permissionsBoundaryArn } = config;
    if (permissionsBoundaryArn !== undefined)
      PermissionsBoundary.of(this).apply(ManagedPolicy.fromManagedPolicyArn(this, 'Boundary', permissionsBoundaryArn));
    const network = egress && new NetworkStack(this, 'Network', { config, egress });
    const context = { config, codeFor, data: this.data, network };
    const messaging = new MessagingStack(this, 'Messaging', context);
    const api = new ApiStack(this, 'Api', context);
    // Workers deploy before endpoints, so that workers can process the items that new endpoint versions write.
    api.addStackDependency(messaging);
    if (backups !== undefined) new BackupStack(this, 'Backups', { config, backups, data: this.data });
    for (const [name, output] of Object.entries({
      ...api.outputs,
      ...this.data.outputs,
      ...messaging.outputs,
      ...network?.outputs,
    }))
      new CfnOutput(this, name, output);
    if (config.frozen) freeze(this);
  }
}

/** Adds the stack of a stage to a CDK app. */
export function addStage(app: App, config: StageConfig, codeFor: CodeFor): StageStack {
  // Sets the bootstrap qualifier for all stacks of the app.
  if (config.bootstrap) app.node.setContext(BOOTSTRAP_QUALIFIER_CONTEXT, config.bootstrap.qualifier);
  return new StageStack(app, config, codeFor);
}

/** Returns the stack name of a stage. */
export function stackId(stage: StageName): string {
  return `PartnerRamp-${stage}`;
}
