import { App, Stack } from 'aws-cdk-lib';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { LEAST_BOOTSTRAP } from '#cloud/preflight/checks/bootstrap';

const artifact = z.object({ properties: z.object({ requiresBootstrapStackVersion: z.number() }) });

it('is asked for by the preflight as the templates of this CDK need it', () => {
  const app = new App({ analyticsReporting: false });
  const stack = new Stack(app, 'Any');
  const { artifacts = {} } = app.synth().manifest;
  expect(artifact.parse(artifacts[stack.artifactId]).properties.requiresBootstrapStackVersion).toBe(LEAST_BOOTSTRAP);
});
