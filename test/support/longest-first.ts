import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take the longest, first those that wait for most of their time, with others in addition to them that do not. A long
 * one that starts last keeps one worker busy while the others have ended.
 */
const LONGEST = [
  'integration/faults',
  'integration/billed-units',
  'integration/idempotency',
  'integration/races',
  'integration/user-erasure',
  'integration/hostile-requests',
  'browser/reference',
  'browser/site',
  'browser/signing',
  'browser/verification',
  'integration/ramps',
  'unit/providers/http-adapters',
  'unit/simulation/simulation',
  'unit/delivery/failures/fairness',
  'unit/platform/hostile-urls',
  'unit/http/idempotency-rows',
  'unit/dynamodb/flat-lists',
  'unit/providers/http-verification',
  'programs/developer-desk',
  'programs/start-program',
  'infra/freeze',
  'infra/release',
  'infra/checks',
  'contract/every-endpoint',
  'contract/bundles',
  'contract/openapi-examples',
  'contract/openapi-linters',
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
