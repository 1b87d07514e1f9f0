import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Variant } from '#cloud/cdk/variants';
import type { Programs } from '#cloud/plan/programs';
import { projectProgram } from '#cloud/plan/target';

/** Synthesizes variants in a process of its own, from functions that are built. @returns what was left out */
export async function synthesizeVariants(
  programs: Programs,
  folder: string,
  variants: readonly Variant[],
): Promise<string[]> {
  const order = join(folder, 'variants.json');
  writeFileSync(order, JSON.stringify(variants));
  const said = await programs.succeed(projectProgram('synthesize', 'cloud/cdk/synthesize.ts', [order]));
  return z.array(z.string()).parse(JSON.parse(said));
}
