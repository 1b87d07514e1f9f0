/** The partners' endpoints, and the writer of the notifications for them, in a process of their own. */
import { useLocalTable } from '#local/start/local-table';
import { serve } from '../processes';
import { startReceiver } from '../stack/receiver';
import { writeBacklog, writeSteadily } from './write-notifications';

const { url, arrivals } = await startReceiver(() => undefined);

export const functions = {
  /** @returns the address of the endpoints */
  start(database: string, tableName: string): string {
    useLocalTable(database, tableName);
    return url;
  },
  writeSteadily,
  writeBacklog,
  /** @returns the webhooks that have arrived since, once they are so many; nothing before */
  arrivals(count: number) {
    if (arrivals.size < count) return undefined;
    const taken = [...arrivals.values()];
    arrivals.clear();
    return taken;
  },
};

serve(functions);
