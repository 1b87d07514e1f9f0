import { ConfigurationError } from './configuration-error';

/** CDK commands that change an AWS account. Other commands, for example `synth`, work without an account. */
const CHANGING: ReadonlySet<string> = new Set(['deploy', 'watch', 'destroy', 'import', 'rollback', 'bootstrap']);

/**
 * Refuses a command that would fail after the build: without valid credentials, the CDK sets no account in `environment`.
 * @param environment environment of the app; infra/cdk-command.cjs sets CDK_COMMAND
 * @throws ConfigurationError
 */
export function requireCredentials(environment: NodeJS.ProcessEnv): void {
  const { CDK_COMMAND = '', CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region, CDK_CONTEXT_JSON } = environment;
  const { env: stage }: { readonly env?: unknown } = JSON.parse(CDK_CONTEXT_JSON ?? '{}');
  // Without a stage, a later check reports the missing stage.
  if (!CHANGING.has(CDK_COMMAND) || account !== undefined || stage === undefined) return;
  throw new ConfigurationError(
    `AWS accepts no credentials of this shell in ${region ?? 'any Region'}: set AWS_PROFILE or run \`aws sso login\`, ` +
      `then \`npm run preflight -- --env ${String(stage)}\``,
  );
}
