import type { html } from 'hono/html';

/** HTML in which all inserted values are escaped. */
export type Markup = ReturnType<typeof html>;
