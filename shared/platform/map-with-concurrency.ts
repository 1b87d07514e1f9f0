/**
 * Works on items with a bounded number of calls at the same time, and returns the results in the order of the items.
 * After the first failure nothing more is begun.
 * @param concurrency calls that may be under way at the same time
 * @throws what the first failing call threw
 */
export async function mapWithConcurrency<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  let hasFailed = false;
  async function runWorker(): Promise<void> {
    for (let next = queue.next(); next.done !== true && !hasFailed; next = queue.next()) {
      const [index, item] = next.value;
      try {
        results[index] = await work(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, runWorker));
  return results;
}
