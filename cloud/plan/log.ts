import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { State } from './state';
import type { Step } from './step';

const FILE = 'rehearsal.md';

/** Writes the log of a rehearsal, which follows from its state, beside it. @returns the file */
export function writeLog<Context>(folder: string, state: State, steps: readonly Step<Context>[]): string {
  const file = join(folder, FILE);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, toMarkdown(state, steps), { mode: 0o600 });
  return file;
}

/** The log: where and of what, a line for each step, and the answers in full. */
export function toMarkdown<Context>(state: State, steps: readonly Step<Context>[]): string {
  const rows = steps.map(({ id, asks }) => {
    const { outcome, startedAt, seconds } = state.steps[id] ?? { outcome: 'not run' as const };
    return `| \`${id}\` | ${cell(asks)} | ${outcome} | ${startedAt ?? ''} | ${seconds === undefined ? '' : seconds.toFixed(1)} |`;
  });
  const answers = steps.flatMap(({ id, asks }) => {
    const found = state.steps[id];
    return found === undefined ? [] : [`### ${id}: ${found.outcome}`, '', `${asks}`, '', quoted(found.answer), ''];
  });
  return [
    `# Rehearsal ${state.id}`,
    '',
    `- Begun: ${state.startedAt}`,
    `- Commit: ${state.commit}`,
    `- Where: ${state.isDry ? 'MiniStack, the emulator' : `account ${state.account}`}, ${state.region}`,
    '',
    '| Step | Asks | Outcome | Begun | Seconds |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    '## Answers',
    '',
    ...answers,
  ].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** As a block of text: what a cloud said may hold any mark of Markdown. */
function quoted(text: string): string {
  return text === ''
    ? ''
    : text
        .split('\n')
        .map((line) => `    ${line}`)
        .join('\n');
}
