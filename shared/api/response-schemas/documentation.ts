import * as z from 'zod/mini';

/** Answers of the documentation routes are files, not the envelope. */
export const File = z.string();
