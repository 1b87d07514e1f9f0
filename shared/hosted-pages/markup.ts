import type { html } from 'hono/html';

/** Text of a page with every inserted value escaped. */
export type Markup = ReturnType<typeof html>;
