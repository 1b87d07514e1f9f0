/** No living person was born before; an earlier date is a typing mistake, such as 0190 for 1990. */
export const EARLIEST_BIRTH = '1900-01-01';

/** Whether a calendar date (YYYY-MM-DD) can be the birth of a person who lives at an instant (epoch ms). */
export function isBirthDate(date: string, atMs: number): boolean {
  return date >= EARLIEST_BIRTH && date <= new Date(atMs).toISOString().slice(0, 10);
}
