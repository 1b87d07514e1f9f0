import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, NestedStack, Stack, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import { describe, expect, it, vi } from 'vitest';
import { addChecks } from '#infra/checks/add-checks';
import { addStage } from '#infra/stacks/stage-stacks';
import { STAGES, stageTemplates } from '#test/infra/support/stage-templates';
import { temporaryFolder } from '#test/support/lifetime';

const OWN_DOMAIN = {
  name: 'pay.example.org',
  certificateArn: 'arn:aws:acm:eu-west-1:111122223333:certificate/11111111-1111-4111-8111-111111111111',
};

const stub = temporaryFolder();
writeFileSync(join(stub, 'index.js'), 'exports.handler = async () => ({});');

describe.each(STAGES)('checks on %s', (env) => {
  const stage = stageTemplates(env, { checks: addChecks });

  it('find nothing that is not acknowledged, in templates and their nested stacks', () => {
    expect(JSON.parse(stage.validation ?? '')).toHaveProperty('pluginReports', []);
  });

  it('find nothing either where every setting is reversed', () => {
    const { firewall, domain, rollout, logs } = stage.config;
    const { validation } = stageTemplates(env, {
      checks: addChecks,
      account: '111122223333',
      region: 'eu-west-1',
      firewall: firewall === undefined ? {} : undefined,
      domain: domain === undefined ? OWN_DOMAIN : undefined,
      rollout: rollout === 'all-at-once' ? 'canary-10-percent-5-minutes' : 'all-at-once',
      logs: { ...logs, setsGatewayRole: false },
    });
    expect(JSON.parse(validation ?? '')).toHaveProperty('pluginReports', []);
  });

  it('find nothing either where settings add what no stage has as shipped', () => {
    const { certificateArn } = OWN_DOMAIN;
    const truststore = { bucket: 'trust-of-partners', key: 'authorities.pem', version: 'v7' };
    const { validation } = stageTemplates(env, {
      checks: addChecks,
      domain: { ...OWN_DOMAIN, mutualTls: { name: 'partners.example.org', certificateArn, truststore } },
      alarms: { ...stage.config.alarms, ticketTopicArn: 'arn:aws:sns:us-east-1:111122223333:tickets' },
      permissionsBoundaryArn: 'arn:aws:iam::111122223333:policy/boundary',
      egress: { current: { addresses: ['first', 'second'], from: '2026-12-01' } },
    });
    expect(JSON.parse(validation ?? '')).toHaveProperty('pluginReports', []);
  });

  it('are acknowledged with reasons, and only where they find something', () => {
    const app = new App({ outdir: temporaryFolder(), analyticsReporting: false });
    addStage(app, stage.config, () => Code.fromAsset(stub));
    const acknowledged = app.node
      .findAll()
      .flatMap(({ node }) =>
        node.metadata
          .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
          .flatMap(({ data }) => Object.entries(data ?? {}).map(([id, reason]) => ({ path: node.path, id, reason }))),
      );
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(acknowledged.filter(({ reason }) => !/^.{40,}\.$/s.test(String(reason)))).toEqual([]);
    // Suppressions apply to a resource, never to a whole stack or app.
    const wide = app.node.findAll().filter((construct) => construct instanceof Stack);
    const widePaths = new Set(['', ...wide.map(({ node }) => node.path)]);
    expect(acknowledged.filter(({ path }) => widePaths.has(path))).toEqual([]);
  });
});

describe('the rules', () => {
  const findings = (build: (stack: Stack) => void): string => {
    const app = new App({
      outdir: temporaryFolder(),
      analyticsReporting: false,
      builtinCloudFormationValidation: false,
    });
    build(new Stack(app, 'Stack'));
    addChecks(app);
    const report = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      app.synth();
      return '';
    } catch (error) {
      return String(error);
    } finally {
      report.mockRestore();
    }
  };

  it('fail the synthesis on a finding', () => {
    expect(findings((stack) => new CfnQueue(stack, 'Queue'))).toMatch(/AwsSolutions-SQS3/);
  });

  it.each(['a template', 'a template in another'])(
    "end the synthesis at %s that breaks CloudFormation's rules",
    (place) => {
      const quiet = {
        'AwsSolutions-SQS3': 'x',
        'AwsSolutions-SQS4': 'x',
        'Serverless-SQSRedrivePolicy': 'x',
      };
      const queueIn = (wrong: boolean) => (stack: Stack) => {
        const scope = place === 'a template' ? stack : new NestedStack(stack, 'Nested');
        const queue = new CfnQueue(scope, 'Queue', { sqsManagedSseEnabled: true });
        for (const [id, reason] of Object.entries(quiet)) Validations.of(queue).acknowledge({ id, reason });
        if (wrong) queue.addPropertyOverride('DelaySeconds', 'soon');
      };
      expect(findings(queueIn(false))).toBe('');
      expect(findings(queueIn(true))).toMatch(/DelaySeconds: 'soon' is not of type 'integer'/);
    },
  );
});
