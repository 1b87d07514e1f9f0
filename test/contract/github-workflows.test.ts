import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const FOLDER = resolve(import.meta.dirname, '../../.github/workflows');

const permissions = z.record(z.string(), z.enum(['read', 'write', 'none']));
const step = z.object({
  uses: z.optional(z.string()),
  run: z.optional(z.string()),
  with: z.optional(z.record(z.string(), z.unknown())),
});
const workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions,
  jobs: z.record(
    z.string(),
    z.object({
      'timeout-minutes': z.number(),
      permissions: z.optional(permissions),
      environment: z.optional(z.string()),
      needs: z.optional(z.string()),
      concurrency: z.optional(z.object({ group: z.string(), 'cancel-in-progress': z.unknown() })),
      steps: z.array(step),
    }),
  ),
});

const names = readdirSync(FOLDER);
const readText = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const read = (name: string) => workflow.parse(parse(readText(name)));

describe.each(names)('%s', (name) => {
  const { jobs, permissions: all } = read(name);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('takes every action by its full commit, with the version beside it', () => {
    const actions = readText(name).match(/uses: .*/g) ?? [];
    expect(actions).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
    for (const action of actions) expect(action).toMatch(/^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('takes Node.js from package.json, and leaves no credentials of Git behind', () => {
    const settings = (action: string) => steps.filter(({ uses }) => uses?.startsWith(action)).map((one) => one.with);
    expect(new Set(settings('actions/setup-node@').map((one) => one?.['node-version-file']))).toEqual(
      new Set(['package.json']),
    );
    expect(new Set(settings('actions/checkout@').map((one) => one?.['persist-credentials']))).toEqual(new Set([false]));
  });

  it('ends after ninety minutes at most', () => {
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(90);
  });

  it('stores no key, and puts no text of a pull request into a command', () => {
    expect(readText(name)).not.toMatch(/secrets\.|aws-(?:secret-)?access-key/);
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
  });

  it('runs no install script of a package in a job that may write anything or get a role', () => {
    const trusted = Object.values(jobs).filter((job) => Object.values(job.permissions ?? all).includes('write'));
    const installs = trusted
      .flatMap((job) => job.steps)
      .flatMap(({ run = '' }) => run.match(/npm (?:ci|i|install)\b.*/g) ?? []);
    expect(installs.filter((command) => !command.includes('--ignore-scripts'))).toEqual([]);
  });

  it('may write to the repository in no way', () => {
    for (const granted of [all, ...Object.values(jobs).map((job) => job.permissions)])
      expect(granted?.contents ?? 'read').toBe('read');
  });
});

it('runs in CI what a clean clone runs', () => {
  expect(read('ci.yml').jobs.everything?.steps.at(-1)?.run).toBe('.ci/run');
});

it('deploys by hand alone, a stage in its own environment and one deployment of it at a time', () => {
  const { on, jobs } = read('deploy.yml');
  expect(Object.keys(on)).toEqual(['pull_request', 'workflow_dispatch']);
  expect(jobs.deploy).toMatchObject({
    environment: expect.stringMatching(/^\$\{\{ inputs\.stage \}\}$/),
    concurrency: { group: expect.stringMatching(/^deploy-\$\{\{ inputs\.stage \}\}$/), 'cancel-in-progress': false },
    permissions: { contents: 'read', 'id-token': 'write' },
  });
});

it('gives each right to the one job that needs it', () => {
  const { jobs } = read('deploy.yml');
  expect(Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, job.permissions]))).toEqual({
    synthesize: { contents: 'read' },
    diff: { contents: 'read', 'id-token': 'write' },
    comment: { 'pull-requests': 'write' },
    deploy: { contents: 'read', 'id-token': 'write' },
  });
  // No program of a package runs where comments are written.
  expect(jobs.comment?.steps.flatMap(({ run = '' }) => run.match(/\b(?:npm|npx|node)\b/g) ?? [])).toEqual([]);
});

it.each(['diff', 'deploy'])('takes the templates of the job without rights: %s', (name) => {
  const job = read('deploy.yml').jobs[name];
  expect(job?.needs).toBe('synthesize');
  const uploaded = read('deploy.yml').jobs.synthesize?.steps.find(({ uses }) => uses?.startsWith('actions/upload-'));
  const downloaded = job?.steps.find(({ uses }) => uses?.startsWith('actions/download-'));
  expect(uploaded?.with).toMatchObject({ name: 'assemblies', path: 'cdk.out' });
  expect(downloaded?.with).toEqual({ name: 'assemblies', path: 'cdk.out' });
  const commands = (job?.steps ?? []).flatMap(({ run = '' }) => run.match(/cdk (?:diff|deploy) .*/g) ?? []);
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) expect(command).toMatch(/^cdk \w+ --app "?cdk\.out\/\S+ --build '' /);
});
