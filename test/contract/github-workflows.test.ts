import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const FOLDER = resolve(import.meta.dirname, '../../.github/workflows');

const permissions = z.optional(z.record(z.string(), z.string()));
const workflow = z.object({
  permissions,
  jobs: z.record(z.string(), z.object({ permissions, steps: z.array(z.object({ run: z.optional(z.string()) })) })),
});

describe.each(readdirSync(FOLDER))('%s', (name) => {
  const text = readFileSync(join(FOLDER, name), 'utf8');
  const { jobs, permissions: all } = workflow.parse(parse(text));

  it('uses every action by its full commit', () => {
    for (const action of text.match(/uses: .*/g) ?? [])
      expect(action).toMatch(/^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('stores no key, and puts no text of a pull request into a command', () => {
    expect(text).not.toMatch(/secrets\.|aws-(?:secret-)?access-key/);
    const runs = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run));
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
