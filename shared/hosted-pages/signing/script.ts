import { MAX_POINTS, PAD_HEIGHT, PAD_WIDTH } from './drawn-signature';

/**
 * The script of the signing page, for drawing. Without it the typed name is the signature, so its controls are hidden
 * until it runs. It contains no entered data; texts come from the page.
 */
export const signingScript = `
'use strict';
const byId = (id) => document.getElementById(id);
const form = byId('signing'), pad = byId('pad'), state = byId('pad-state'), preview = byId('preview');
const field = form.elements.drawing, brush = pad.getContext('2d');
const strokes = field.value === '' ? [] : field.value.split(';').map((stroke) => stroke.split(' ').map(Number));
let current = null, pointer = null;

function paint() {
  const ratio = window.devicePixelRatio || 1, width = pad.clientWidth;
  if (width === 0) return;
  pad.width = Math.round(width * ratio);
  pad.height = Math.round(pad.clientHeight * ratio);
  brush.scale(pad.width / ${PAD_WIDTH}, pad.height / ${PAD_HEIGHT});
  brush.lineCap = brush.lineJoin = 'round';
  brush.lineWidth = Math.max(5, 2.2 * ${PAD_WIDTH} / width);
  brush.strokeStyle = '#14181f';
  for (const stroke of strokes) {
    brush.beginPath();
    brush.moveTo(stroke[0], stroke[1]);
    if (stroke.length === 2) brush.lineTo(stroke[0], stroke[1]);
    for (let at = 2; at < stroke.length; at += 2) brush.lineTo(stroke[at], stroke[at + 1]);
    brush.stroke();
  }
}

function keep() {
  field.value = strokes.map((stroke) => stroke.join(' ')).join(';');
  state.textContent = strokes.length === 0 ? state.dataset.empty : state.dataset.strokes + strokes.length;
  paint();
}

function add(event) {
  const box = pad.getBoundingClientRect();
  const on = (value, start, size, units) => Math.min(units, Math.max(0, Math.round((value - start) / size * units)));
  const x = on(event.clientX, box.left, box.width, ${PAD_WIDTH}), y = on(event.clientY, box.top, box.height, ${PAD_HEIGHT});
  const near = current.length > 0 && Math.hypot(x - current.at(-2), y - current.at(-1)) < 3;
  const points = strokes.reduce((sum, stroke) => sum + stroke.length / 2, 0);
  if (!near && points < ${MAX_POINTS}) current.push(x, y);
}

function end(event) {
  if (event.pointerId !== pointer) return;
  pointer = current = null;
  keep();
}

pad.addEventListener('pointerdown', (event) => {
  if (pointer !== null || event.button !== 0 || strokes.length >= 200) return;
  event.preventDefault();
  pointer = event.pointerId;
  pad.setPointerCapture(pointer);
  strokes.push(current = []);
  add(event);
  if (current.length === 0) strokes.pop();
  paint();
});
pad.addEventListener('pointermove', (event) => {
  if (event.pointerId !== pointer) return;
  const seen = event.getCoalescedEvents ? event.getCoalescedEvents() : [];
  for (const one of seen.length > 0 ? seen : [event]) add(one);
  paint();
});
pad.addEventListener('pointerup', end);
pad.addEventListener('pointercancel', end);
byId('undo').addEventListener('click', () => { strokes.pop(); keep(); });
byId('clear').addEventListener('click', () => { strokes.length = 0; keep(); });

function choose() {
  const drawn = form.elements.way.value === 'drawn';
  byId('drawing-part').hidden = !drawn;
  byId('typed-part').hidden = drawn;
  paint();
}
function show() { preview.textContent = form.elements.fullName.value.trim(); }
for (const way of form.elements.way) way.addEventListener('change', choose);
form.elements.fullName.addEventListener('input', show);
new ResizeObserver(paint).observe(pad);

// A second press while the first is on its way would only be answered that all is signed.
const button = byId('submit');
form.addEventListener('submit', () => setTimeout(() => { button.disabled = true; }));
window.addEventListener('pageshow', () => { button.disabled = false; });

byId('ways').hidden = false;
choose();
show();
keep();
const summary = byId('error-summary');
if (summary) summary.focus();
`;
