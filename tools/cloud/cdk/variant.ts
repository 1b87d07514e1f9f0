import * as z from 'zod';

/** Title of the OpenAPI document in the second release: the only visible difference from the first release. */
export const SECOND_RELEASE = 'Second release';

/** Input of `synthesize.ts`: a stage, its settings file, and the release to synthesize. */
export const variant = z.object({
  env: z.enum(['sandbox', 'production']),
  /** Settings file of the stage. */
  configPath: z.string(),
  outDir: z.string(),
  /** If true, adapts the templates to the emulator. */
  isEmulated: z.boolean(),
  /**
   * `second`: new code with the same behavior. `frozen`: the first release, synthesized with `frozen: true`. Its deployment after
   * a restore does not restart a stage that `stage freeze` has stopped. `unprotected`: the first release without protection of
   * data. If its deployment fails, no resources remain.
   */
  release: z.enum(['first', 'second', 'frozen', 'unprotected']),
});
export type Variant = z.infer<typeof variant>;
