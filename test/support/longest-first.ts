import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take the longest, longest first. One that starts last keeps one worker busy while the others have ended. */
const LONGEST = [
  'integration/chaos',
  'integration/idempotency',
  'browser/signing',
  'integration/webhook-replay',
  'browser/verification',
  'unit/providers/http-adapters',
  'unit/functions/provider-events',
  'contract/bundles',
  'integration/developer-desk',
  'unit/delivery/failures/fairness',
  'integration/faults',
  'unit/data/searched-lists',
  'integration/sandbox-verification',
  'infra/cdk-commands',
  'integration/hostile-requests',
];

/** The runner's own order, with the longest files at the beginning. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      // Files that share a process follow each other: it ends where the next one is of another project.
      if (!project.config.isolate) return LONGEST.length;
      const position = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return position < 0 ? LONGEST.length : position;
    };
    return (await super.sort(files)).toSorted((left, right) => rank(left) - rank(right));
  }
}
