import { App } from 'aws-cdk-lib';
import { ConfigurationError } from '#infra/config/configuration-error';
import { loadStage } from '#infra/config/stages';
import { builtCode } from '#infra/constructs/built-code';
import { addStage } from '#infra/stacks/stage-stacks';

const app = new App();
try {
  const config = loadStage({
    env: app.node.tryGetContext('env'),
    configPath: app.node.tryGetContext('config'),
    notice: (line) => process.stderr.write(`${line}\n`),
  });
  addStage(app, config, builtCode);
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  // At once: the app would otherwise synthesize itself when the process has nothing left to do.
  process.exit(1);
}
