import { describe, expect, it } from 'vitest';
import { findResources, STACKS, STAGES, stageTemplates } from '#test/infra/support/stage-templates';

/** Resource types that remain after a stage with data protection is deleted. */
const KEPT_IN_PRODUCTION = [
  /^AWS::DynamoDB::(Global)?Table$/,
  /^AWS::S3::Bucket$/,
  /^AWS::KMS::Key$/,
  /^AWS::Logs::LogGroup$/,
];

/**
 * Resource types that remain when a template no longer contains them. Other APIs use the log role in the account settings of API
 * Gateway. Rollbacks use the function versions of earlier releases.
 */
const KEPT_EVERYWHERE = ['AWS::ApiGateway::Account', 'AWS::Lambda::Version'];

describe.each(STAGES)('what outlives the stack of %s', (env) => {
  const stage = stageTemplates(env);
  const all = STACKS.flatMap((stack) =>
    Object.entries(stage.stacks[stack].Resources).map(([id, resource]) => ({ id, stack, ...resource })),
  );
  const kept = all.filter(({ DeletionPolicy }) => DeletionPolicy !== undefined && DeletionPolicy !== 'Delete');

  it('is deleted when the deployment that creates it is rolled back', () => {
    expect(kept.length).toBeGreaterThan(0);
    const policiesOf = (ofLogs: boolean) =>
      kept
        .filter(({ id }) => /^Gateway(Account|CloudWatchRole)/.test(id) === ofLogs)
        .map(({ DeletionPolicy, UpdateReplacePolicy }) => `${DeletionPolicy}, ${UpdateReplacePolicy}`);
    expect(new Set(policiesOf(false))).toEqual(new Set(['RetainExceptOnCreate, Retain']));
    // All APIs of the account use the log role, also after the deletion of the stage that created it.
    expect(policiesOf(true)).toEqual(['Retain, Retain', 'Retain, Retain']);
  });

  it('is what the stage must not lose, and nothing else', () => {
    const [role] = findResources(stage, 'AWS::IAM::Role').filter(({ id }) => id.startsWith('GatewayCloudWatchRole'));
    const isKept = ({ id, Type }: { id: string; Type: string }): boolean =>
      id === role?.id ||
      KEPT_EVERYWHERE.includes(Type) ||
      (env === 'production' && (id === 'Data' || KEPT_IN_PRODUCTION.some((type) => type.test(Type))));
    expect(role).toBeDefined();
    expect(kept.map(({ id }) => id).sort()).toEqual(
      all
        .filter(isKept)
        .map(({ id }) => id)
        .sort(),
    );
  });
});
