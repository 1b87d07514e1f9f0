import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Folders in which a run records the calls of functions to the cloud, for the level `permissions`, and the answers to
 * tests, for the level `document`. A folder of one's own, named by one of these variables, is kept. Whatever else a run
 * makes in the temporary directory lies in one folder, which goes with it.
 */
const VARIABLES = ['RECORD_CALLS', 'RECORD_ANSWERS'];

export default function recordRun(): () => void {
  // Without a level, a file or a name of a test, every test runs.
  process.env.WHOLE_RUN = String(process.argv.slice(2).every((argument) => argument === 'run'));
  const runFolder = mkdtempSync(join(tmpdir(), 'partner-ramp-run-'));
  process.env.TMPDIR = runFolder;
  const folders = VARIABLES.filter((name) => process.env[name] === undefined).map((name) => {
    const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-records-'));
    process.env[name] = folder;
    return folder;
  });
  return () => {
    for (const folder of [...folders, runFolder]) rmSync(folder, { recursive: true, force: true });
  };
}
