import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import * as z from 'zod/mini';
import { processTree } from '#local/processes/process-tree';

const profileShape = z.object({
  profile: z.object({
    nodes: z.array(
      z.object({
        id: z.number(),
        callFrame: z.object({ functionName: z.string(), url: z.string() }),
        children: z.optional(z.array(z.number())),
      }),
    ),
    samples: z.array(z.number()),
    timeDeltas: z.array(z.number()),
  }),
});
type Profile = z.infer<typeof profileShape>['profile'];

type Parts = readonly (readonly [string, string])[];

const IDLE = '(idle)';
/** Node.js itself: sockets, promises, the garbage collector. */
const OTHERS = 'Node.js';

/** Milliseconds of one tick in /proc/<pid>/stat: USER_HZ is 100 on Linux. */
const TICK_MS = 10;

/** Who uses the processor: the parts of this process by a sampled profile, and the processes it has started. */
export class ProcessorTime {
  private readonly session = new Session();
  private startedMs = 0;

  /** @param parts a text in the address of a part's code → what the part is called */
  constructor(private readonly parts: ReadonlyMap<string, string>) {}

  async begin(): Promise<void> {
    this.session.connect();
    await this.session.post('Profiler.enable');
    await this.session.post('Profiler.setSamplingInterval', { interval: 1000 });
    await this.session.post('Profiler.start');
    this.startedMs = childrenMs();
  }

  /** Milliseconds since the begin by who used them. */
  async end(): Promise<Record<string, number>> {
    const childMs = childrenMs() - this.startedMs;
    const { profile } = profileShape.parse(await this.session.post('Profiler.stop'));
    this.session.disconnect();
    return { ...byOwner(profile, [...this.parts]), 'database engine': childMs };
  }
}

/** Each sample belongs to the innermost of our parts on its stack; what lies below (the SDK, Node.js) works for it. */
function byOwner({ nodes, samples, timeDeltas }: Profile, parts: Parts): Record<string, number> {
  const owners = new Map<number, string>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const walk = (id: number, inherited: string): void => {
    const node = byId.get(id);
    if (node === undefined) return;
    const owner = ownerOf(node.callFrame, parts) ?? inherited;
    owners.set(id, owner);
    for (const child of node.children ?? []) walk(child, owner);
  };
  const [root] = nodes;
  if (root !== undefined) walk(root.id, OTHERS);
  const used: Record<string, number> = {};
  for (const [index, id] of samples.entries()) {
    const owner = owners.get(id) ?? OTHERS;
    if (owner !== IDLE) used[owner] = (used[owner] ?? 0) + (timeDeltas[index] ?? 0) / 1000;
  }
  return used;
}

function ownerOf(
  { functionName, url }: Profile['nodes'][number]['callFrame'],
  parts: Parts,
): string | undefined {
  if (functionName === IDLE) return IDLE;
  return parts.find(([text]) => url.includes(text))?.[1];
}

/** Processor time of the processes that this one has started, ms; 0 where the system does not tell. */
function childrenMs(): number {
  return processTree(process.pid)
    .slice(1)
    .reduce((sum, pid) => sum + usedMs(pid), 0);
}

function usedMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Fields 14 and 15 of the line: ticks as a user and in the system; the first two are cut off here.
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}
