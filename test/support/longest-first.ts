import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take the longest, longest first. One that starts last keeps one worker busy while the others have ended. */
const LONGEST = [
  'integration/idempotency',
  'programs/chaos',
  'browser/reference',
  'browser/site',
  'browser/signing',
  'browser/verification',
  'unit/providers/http-adapters',
  'contract/bundles',
  'programs/developer-desk',
  'programs/start-program',
  'unit/delivery/failures/fairness',
  'unit/functions/provider-events',
  'integration/faults',
  'integration/sandbox-verification',
  'programs/cdk-commands',
  'integration/hostile-requests',
];

const rank = ({ moduleId }: TestSpecification) => {
  const position = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return position < 0 ? LONGEST.length : position;
};

/**
 * Level by level, since files of a level share processes, which end where the next file is of another level. The levels
 * with the longest files come first, and in each level its longest files; the rest is in the runner's own order.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).toSorted((left, right) => rank(left) - rank(right));
    const levels = [...new Set(sorted.map(({ project }) => project.name))];
    return levels.flatMap((name) => sorted.filter(({ project }) => project.name === name));
  }
}
