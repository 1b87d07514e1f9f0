/**
 * A signature drawn with a finger or a mouse, as the page's script sends it: strokes separated by semicolons,
 * each the whole coordinates of its points, separated by blanks ("10 20 14 25;80 20 90 24").
 */

/** Width of the drawing sheet in its own units: the same on every screen. */
export const PAD_WIDTH = 1000;
export const PAD_HEIGHT = 400;

/** Points of the longest drawing; a signature of seconds has a few hundred. The script stops drawing here too. */
export const MAX_POINTS = 4000;
const MAX_STROKES = 200;
/** Nine characters a point at most: "1000 400 ". */
const MAX_CHARACTERS = MAX_POINTS * 9 + MAX_STROKES;
/** Length of the shortest line that is a signature rather than a slip of the finger, a tenth of the width. */
const MIN_LENGTH = PAD_WIDTH / 10;

/** x, y, x, y, … */
export type Stroke = readonly number[];

/** Fault of a drawing: it is missing, or it is not a signature. */
export type DrawingViolation = 'missing' | 'unclear';

/** Reads a drawing. Refuses content that our page cannot have sent. */
export function readDrawing(text: string): readonly Stroke[] | DrawingViolation {
  if (text === '') return 'missing';
  if (text.length > MAX_CHARACTERS || !/^[\d ;]+$/.test(text)) return 'unclear';
  const strokes = text.split(';').map((stroke) => stroke.split(' ').map(coordinate));
  const points = strokes.reduce((sum, stroke) => sum + stroke.length / 2, 0);
  if (strokes.length > MAX_STROKES || points > MAX_POINTS || !strokes.every(isOnPad)) return 'unclear';
  const length = strokes.reduce((sum, stroke) => sum + strokeLength(stroke), 0);
  return length < MIN_LENGTH ? 'unclear' : strokes;
}

function coordinate(text: string): number {
  return /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
}

function isOnPad(stroke: Stroke): boolean {
  const limitAt = (index: number) => (index % 2 === 0 ? PAD_WIDTH : PAD_HEIGHT);
  return stroke.length % 2 === 0 && stroke.every((value, index) => value <= limitAt(index));
}

function strokeLength(stroke: Stroke): number {
  let length = 0;
  for (let at = 2; at + 1 < stroke.length; at += 2) {
    const [fromX = 0, fromY = 0, toX = 0, toY = 0] = stroke.slice(at - 2, at + 2);
    length += Math.hypot(toX - fromX, toY - fromY);
  }
  return length;
}
