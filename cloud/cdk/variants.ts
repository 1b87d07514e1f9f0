import * as z from 'zod';

/** What of a second release can be seen from outside: the title of the document that it serves. */
export const SECOND_RELEASE = 'Second release';

/** What reading endpoints of the failing release do instead of answering, by folder: the bodies of their handlers. */
export const failures: Readonly<Partial<Record<string, string>>> = {
  'capabilities/get': "throw new Error('fails on purpose')",
  'settlement-calendar/get': 'await new Promise((done) => setTimeout(done, 900_000))',
  'banks/requirements': "return { statusCode: 200, body: 'x'.repeat(7_000_000) }",
};

/** Templates and code of a stage for one deployment. */
const variant = z.object({
  env: z.enum(['sandbox', 'production']),
  /** Settings of the stage. */
  configPath: z.string(),
  outDir: z.string(),
  /** Whether what the emulator does not take is left out. @default true */
  leavesOut: z.boolean().default(true),
  /** Whether roles are made such that the emulator's IAM can enforce them. */
  enforcesIam: z.boolean(),
  /** `second`: new code that does the same. `failing`: code that fails on purpose, for a rollback. */
  release: z.enum(['first', 'second', 'failing']),
  /** Whether the stage is to stay frozen through the deployment. */
  frozen: z.boolean().default(false),
});
export type Variant = z.input<typeof variant>;

export const variants = z.array(variant);
