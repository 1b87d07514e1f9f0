import { type AtEnd, type Child, startChild } from '../processes';
import type { functions, StackAddresses, StackOptions } from './stack-process';

/** A local stack in a process of its own. */
export interface StackProcess extends Child<typeof functions>, StackAddresses {}

export async function startStackProcess(atEnd: AtEnd, options: StackOptions = {}): Promise<StackProcess> {
  const child = await startChild<typeof functions>('stack/stack-process.ts', atEnd);
  return { ...child, ...(await child.call.start(options)) };
}
