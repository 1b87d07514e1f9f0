import * as z from 'zod';

/** Title of the document of the second release: its only visible difference. */
export const SECOND_RELEASE = 'Second release';

/** Release of a stage that is to be synthesized. */
export const variant = z.object({
  env: z.enum(['sandbox', 'production']),
  /** Settings file of the stage. */
  configPath: z.string(),
  outDir: z.string(),
  /** Adapts the templates to what the emulator accepts. */
  isEmulated: z.boolean(),
  /** `second`: new code with the same behaviour. `frozen`: the first one, which keeps the stage frozen. */
  release: z.enum(['first', 'second', 'frozen']),
});
export type Variant = z.infer<typeof variant>;
