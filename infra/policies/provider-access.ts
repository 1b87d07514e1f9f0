import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { StageConfig } from '#infra/config/stages';
import type { Grant } from '#shared/api/endpoints';

type Providers = Pick<StageConfig, 'providers'>;

/** What lets a function speak to the providers that the stage has: the one secret of each. */
export function providerStatements({ providers }: Providers, grants: readonly Grant[]): PolicyStatement[] {
  const verification = providers?.verification;
  if (verification === undefined || !grants.includes('verification-provider')) return [];
  return [
    new PolicyStatement({
      actions: ['secretsmanager:GetSecretValue'],
      resources: [verification.secretArn],
    }),
  ];
}

/** Where the providers are that the stage has, and which secret each is known by. */
export function providerEnvironment(
  { providers }: Providers,
  grants: readonly Grant[],
): Record<string, string> {
  const verification = providers?.verification;
  if (verification === undefined || !grants.includes('verification-provider')) return {};
  return { VERIFICATION_URL: verification.url, VERIFICATION_SECRET_ARN: verification.secretArn };
}
