import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const FOLDER = resolve(import.meta.dirname, '../../.github/workflows');

const permissions = z.optional(z.record(z.string(), z.string()));
const step = z.object({
  uses: z.optional(z.string()),
  run: z.optional(z.string()),
  with: z.optional(z.record(z.string(), z.unknown())),
});
const workflow = z.object({
  permissions,
  jobs: z.record(z.string(), z.object({ permissions, steps: z.array(step) })),
});

describe.each(readdirSync(FOLDER))('%s', (name) => {
  const text = readFileSync(join(FOLDER, name), 'utf8');
  const { jobs, permissions: all } = workflow.parse(parse(text));
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('uses every action by its full commit', () => {
    const actions = text.match(/uses: .*/g) ?? [];
    expect(actions.length).toBeGreaterThan(0);
    expect(actions).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
    for (const action of actions) expect(action).toMatch(/^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('leaves no credentials of Git behind, and may write to the repository in no way', () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(new Set(checkouts.map((one) => one.with?.['persist-credentials']))).toEqual(new Set([false]));
    for (const granted of [all, ...Object.values(jobs).map((job) => job.permissions)])
      expect(granted?.contents ?? 'read').toBe('read');
  });

  it('stores no key, and puts no text of a pull request into a command', () => {
    expect(text).not.toMatch(/secrets\.|aws-(?:secret-)?access-key/);
    const runs = steps.flatMap(({ run = '' }) => run);
    expect(runs.length).toBeGreaterThan(0);
    expect(runs.filter((run) => run.includes('${{'))).toEqual([]);
  });

  it('runs no install script of a package in a job that may write anything or get a role', () => {
    const trusted = Object.values(jobs).filter((job) => Object.values(job.permissions ?? all ?? {}).includes('write'));
    const commands = trusted.flatMap(({ steps }) =>
      steps.flatMap(({ run = '' }) => run.match(/npm (?:ci|i|install)\b.*/g) ?? []),
    );
    expect(commands.filter((command) => !command.includes('--ignore-scripts'))).toEqual([]);
  });
});
