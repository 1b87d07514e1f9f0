/** The journey went another way than it should: one sentence for the person who watches, exit code 1. */
export class JourneyError extends Error {
  override readonly name = 'JourneyError';
}
