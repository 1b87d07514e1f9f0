import { CfnStage } from 'aws-cdk-lib/aws-apigateway';
import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';

/** Metadata key of the API stage in a frozen template. The value is the method settings that `ops stage thaw` restores. */
export const OPEN_METHOD_SETTINGS = 'OpenMethodSettings';

/**
 * Keeps a stage frozen during a deployment: the gateway refuses every request, and no event source or schedule invokes a function
 * (docs/adr/023). Selects resources by type, so that resources added later are frozen too.
 */
export function freeze(scope: Construct): void {
  for (const node of scope.node.findAll()) {
    if (node instanceof CfnStage) refuseEverything(node);
    if (node instanceof CfnEventSourceMapping) node.enabled = false;
    if (node instanceof CfnSchedule) node.state = 'DISABLED';
  }
}

/**
 * Sets all request limits of the stage to 0, and stores the previous limits as metadata.
 * @throws Error if the method settings are unknown at synthesis
 */
function refuseEverything(stage: CfnStage): void {
  const open = methodSettings(stage);
  stage.addMetadata(
    OPEN_METHOD_SETTINGS,
    open.map(({ resourcePath, httpMethod, throttlingRateLimit, throttlingBurstLimit }) => ({
      ResourcePath: resourcePath,
      HttpMethod: httpMethod,
      ThrottlingRateLimit: throttlingRateLimit,
      ThrottlingBurstLimit: throttlingBurstLimit,
    })),
  );
  stage.methodSettings = open.map((settings) => ({ ...settings, throttlingRateLimit: 0, throttlingBurstLimit: 0 }));
}

function methodSettings({ methodSettings: found, node }: CfnStage): CfnStage.MethodSettingProperty[] {
  const settings = Array.isArray(found) ? found : [];
  const known = settings.flatMap((one) => ('resolve' in one ? [] : [one]));
  if (known.length > 0 && known.length === settings.length) return known;
  throw new Error(`${node.path}: the method settings are unknown at synthesis`);
}
