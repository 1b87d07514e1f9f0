import { resolve } from 'node:path';
import { deployableTemplates } from '#local/start/templates';

/** Bundles the functions and synthesizes the CDK templates once, before the test files that run the local stack. */
export default async function makeTemplates(): Promise<void> {
  await deployableTemplates({
    root: resolve(import.meta.dirname, '../..'),
    print: (text) => void process.stderr.write(text),
  });
}
