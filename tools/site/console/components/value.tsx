/** Shows a response value: a link, time, state, amount or text. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { asText, instantText, valueText } from './values';

/** Returns the URL that a field value links to; `undefined` if it has no link. */
export type LinkOf = (name: string, value: string) => string | undefined;

/** Context with the function that finds the link of a value. By default, values have no links. */
export const Links = createContext<LinkOf>(() => undefined);

/** Fields that contain a state. */
const STATES: readonly string[] = ['status', 'state', 'kycStatus', 'from', 'to', 'outcome'];

const TONES = [
  [/FAIL|REJECT|EXPIRED|REFUSED|DOWN|DISABLED|SUSPENDED|REVOKED|NOT_RECEIVED/, 'bad'],
  [/PENDING|WAIT|READY|PROGRESS|PROCESSING|SCHEDULED|RECEIV|REVIEW|DEGRADED/, 'open'],
  [
    /^(COMPLETED|DELIVERED|APPROVED|ACTIVE|ENABLED|LIVE|UP|SETTLED|APPLIED|SENT|VERIFIED|SIGNED|HEALTHY|FINAL)/i,
    'good',
  ],
] as const;

/** Shows a state. Words in the state, for example `FAIL`, decide its color. */
export function StateLabel({ state }: { readonly state: string }) {
  const [, tone = ''] = TONES.find(([words]) => words.test(state)) ?? [];
  return <span class={`state ${tone}`}>{state}</span>;
}

/** A time in UTC, to the second. @param at ISO 8601 */
export function Time({ at }: { readonly at: string }) {
  return <time dateTime={at}>{instantText(at) ?? at}</time>;
}

/** Shows a value according to its field name. */
export function Value({ name, value }: { readonly name: string; readonly value: unknown }) {
  const [written, text] = [asText(value), valueText(value)];
  const href = useContext(Links)(name, written);
  if (href !== undefined) return <a href={href}>{text}</a>;
  if (instantText(written) !== undefined) return <Time at={written} />;
  return STATES.includes(name) && /^[A-Z_]+$/.test(written) ? <StateLabel state={text} /> : text;
}
