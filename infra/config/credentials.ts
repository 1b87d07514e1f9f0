import { ConfigurationError } from './configuration-error';

/** Commands that change an account. Templates are made and compared without one. */
const CHANGING: ReadonlySet<string> = new Set(['deploy', 'watch', 'destroy', 'import', 'rollback', 'bootstrap']);

/**
 * Refuses a command that would fail without credentials after everything is built. The CDK's command line has looked for them
 * before it starts the app, and names the account of those that AWS accepts.
 * @param environment that of the app; CDK_COMMAND is set by infra/cdk-command.cjs
 * @throws ConfigurationError
 */
export function requireCredentials(environment: NodeJS.ProcessEnv): void {
  const { CDK_COMMAND = '', CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region, CDK_CONTEXT_JSON } = environment;
  const { env: stage }: { readonly env?: unknown } = JSON.parse(CDK_CONTEXT_JSON ?? '{}');
  // Without a stage the command ends by that.
  if (!CHANGING.has(CDK_COMMAND) || account !== undefined || stage === undefined) return;
  throw new ConfigurationError(
    `No credentials that AWS accepts in ${region ?? 'any Region'}: set AWS_PROFILE or run \`aws sso login\`, ` +
      `then \`npm run preflight -- --env ${String(stage)}\``,
  );
}
