/**
 * Reads a signature drawn with a finger or a mouse. The page's script sends strokes separated by semicolons. A stroke contains
 * the integer coordinates of its points, separated by spaces ("10 20 14 25;80 20 90 24").
 */

/** Width of the drawing area in its internal units, equal on every screen. */
export const PAD_WIDTH = 1000;
export const PAD_HEIGHT = 400;

/** Maximum number of points of a drawing. Usual signatures have a few hundred. The script applies the same limit. */
export const MAX_POINTS = 4000;
const MAX_STROKES = 200;
/** A point has at most nine characters ("1000 400 "), and each stroke ends with at most one semicolon. */
const MAX_CHARACTERS = MAX_POINTS * 9 + MAX_STROKES;
/** Minimum total line length of a signature, a tenth of the width. Shorter drawings are accidental touches. */
const MIN_LENGTH = PAD_WIDTH / 10;

/** Coordinates of the points: x, y, x, y, … */
export type Stroke = readonly number[];

/** Error of a drawing: missing, or not a valid signature. */
export type DrawingViolation = 'missing' | 'unclear';

/** Parses a drawing. Returns 'unclear' for a drawing that is too short, or for content that our page cannot send. */
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
