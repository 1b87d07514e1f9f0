import { join } from 'node:path';
import { writeState } from '#local/start/state-file';
import { temporaryFolder } from '#test/support/lifetime';
import { stackFacts } from '#test/support/shared-stack/stack-facts';
import type { StackInUse } from '#test/support/test-stack';

/** Writes the state file of a stack, so that the operator tool finds it. @returns the folder to pass to the tool */
export function announce({ stack }: StackInUse, folder = temporaryFolder()): string {
  const { bucketNames, ...facts } = stackFacts.parse(stack);
  const own = {
    pid: process.pid,
    filesBucket: bucketNames[0] ?? '',
    dataDir: null,
    keyFile: join(folder, 'partner-key'),
  };
  writeState(join(folder, 'stack.json'), { ...facts, ...own, controlSecret: '' });
  return folder;
}
