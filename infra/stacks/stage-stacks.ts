import type { App } from 'aws-cdk-lib';
import type { StageConfig } from '#infra/config/stages';
import type { CodeFor } from '#infra/constructs/service-function';
import { ApiStack } from '#infra/stacks/api-stack';
import { DataStack } from '#infra/stacks/data-stack';
import { MessagingStack } from '#infra/stacks/messaging-stack';
import type { StageName } from '#shared/domain/partners/stage-name';

/** The stacks of one stage. */
export interface StageStacks {
  readonly data: DataStack;
  readonly messaging: MessagingStack;
  readonly api: ApiStack;
}

/** Adds a stage to an app: what is kept, and apart from it what can be deployed again at any time. */
export function addStage(app: App, config: StageConfig, codeFor: CodeFor): StageStacks {
  const data = new DataStack(app, stackId(config.name, 'Data'), config);
  const context = { config, codeFor, data };
  return {
    data,
    messaging: new MessagingStack(app, stackId(config.name, 'Messaging'), context),
    api: new ApiStack(app, stackId(config.name, 'Api'), context),
  };
}

/** What a stack is deployed as. */
export function stackId(stage: StageName, stack: 'Data' | 'Messaging' | 'Api'): string {
  return `PartnerRamp-${stage}-${stack}`;
}
