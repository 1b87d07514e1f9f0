/** Languages of pages and documents; the first one is the default. */
export const languages = ['en', 'es', 'pt'] as const;
export type Language = (typeof languages)[number];
