import { ConfigurationError } from '#infra/config/configuration-error';
import { requireCredentials } from '#infra/config/credentials';
import { requireFirstDeployment } from '#infra/config/first-deployment';

try {
  requireCredentials(process.env);
  // Imports each module only when it is needed. Imports and bundling take seconds, and an earlier check can end the command.
  const [{ App }, { loadStage }] = await Promise.all([import('aws-cdk-lib'), import('#infra/config/stages')]);
  // The built-in validation is off, because it skips nested templates; `addChecks` applies the same rules to all templates.
  // Automatic synthesis is off, because it would run at process exit even after a rejected configuration.
  const app = new App({ autoSynth: false, builtinCloudFormationValidation: false });
  const config = loadStage({
    env: app.node.tryGetContext('env'),
    configPath: app.node.tryGetContext('config'),
    first: app.node.tryGetContext('first'),
    frozen: app.node.tryGetContext('frozen'),
    rollout: app.node.tryGetContext('rollout'),
    notice: (line) => process.stderr.write(`${line}\n`),
  });
  if (config.name === 'production' && !config.protectData)
    await requireFirstDeployment(`PartnerRamp-${config.name}`, process.env);
  const { buildIfChanged } = await import('#infra/build/build-functions');
  if (!(await buildIfChanged())) process.exit(1);
  const [{ addStage }, { addChecks }, { builtCode }] = await Promise.all([
    import('#infra/stacks/stage-stacks'),
    import('#infra/checks/add-checks'),
    import('#infra/constructs/built-code'),
  ]);
  addStage(app, config, builtCode);
  addChecks(app);
  app.synth();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
