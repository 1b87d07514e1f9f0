import { App } from 'aws-cdk-lib';
import { addChecks } from '#infra/checks/add-checks';
import { ConfigurationError } from '#infra/config/configuration-error';
import { loadStage } from '#infra/config/stages';
import { builtCode } from '#infra/constructs/built-code';
import { addStage } from '#infra/stacks/stage-stacks';

// CloudFormation's rules are among the checks, which look into nested templates too.
// Synthesis is asked for at the end: on its own it would follow a refusal too, when the process has nothing left to do.
const app = new App({ autoSynth: false, builtinCloudFormationValidation: false });
try {
  const config = loadStage({
    env: app.node.tryGetContext('env'),
    configPath: app.node.tryGetContext('config'),
    frozen: app.node.tryGetContext('frozen'),
    rollout: app.node.tryGetContext('rollout'),
    notice: (line) => process.stderr.write(`${line}\n`),
  });
  addStage(app, config, builtCode);
  addChecks(app, config);
  app.synth();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
