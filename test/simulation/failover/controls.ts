/** Mistakes of a change of Region that a run must find. */
export const failoverControls = {
  'no-fence': 'the Region before is not kept from writing',
  'checker-skips': 'nothing is checked, and no order is in doubt',
  'promoted-early': 'the other Region writes while the Region before is still at work, and its changes still arrive',
  'half-left': 'the check reports what arrived by half, and repairs none of it',
} as const;

export type FailoverControl = keyof typeof failoverControls;

export const failoverControlNames: readonly FailoverControl[] = Object.keys(failoverControls).filter(isFailoverControl);

export function isFailoverControl(name: string): name is FailoverControl {
  return name in failoverControls;
}
