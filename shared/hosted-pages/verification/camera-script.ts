/** Timeout of the camera, ms. In-app browsers may never respond to the request for the camera. */
const SILENT_MS = 5000;

/** Longest side of the reduced photo for the quality check, px. */
const MEASURED_PX = 320;

/**
 * Sharpness limit: variance of the Laplacian of the reduced photo, in squared brightness levels. A photo below the limit counts
 * as blurred. Sharp text has several hundred.
 */
const MIN_SHARPNESS = 25;

/** Maximum fraction of white pixels. A photo with more white pixels counts as overexposed. */
const MAX_GLARE = 0.12;

/**
 * The script that takes photos on the page, with a frame, a preview and a retry. If the camera fails, the person uses the file
 * input, which stays visible. The upload script must run before this script. Texts come from the page.
 */
export const cameraScript = `
const camera = document.getElementById('camera'), video = camera.querySelector('video'), shot = camera.querySelector('canvas');
const act = (name) => camera.querySelector('[data-act=' + name + ']'), note = camera.querySelector('[data-state]');
let stream = null, turn = 0, target = null;

function stop() {
  turn += 1;
  if (stream) for (const track of stream.getTracks()) track.stop();
  stream = null;
  video.srcObject = null;
  camera.hidden = true;
}

function shows(taken) {
  video.parentElement.hidden = taken;
  shot.hidden = !taken;
  for (const name of ['use', 'again']) act(name).hidden = !taken;
  act('take').hidden = taken;
}

// The reason, under the file input that is left.
function fail(field, text) {
  stop();
  say(field, text, 'bad');
  announce(field, text);
  field.querySelector('input[type=file]').focus();
}

const failures = { NotAllowedError: texts.cameraRefused, SecurityError: texts.cameraRefused, NotFoundError: texts.cameraNone, OverconstrainedError: texts.cameraNone };
const inApp = /FBAN|FBAV|Instagram|Line\\/|MicroMessenger|; wv\\)/.test(navigator.userAgent);

async function start(field) {
  stop();
  const own = turn;
  target = field;
  camera.hidden = false;
  camera.dataset.shape = field.dataset.slot === 'selfie' ? 'face' : 'card';
  field.append(camera);
  shows(false);
  act('take').disabled = true;
  note.dataset.kind = '';
  note.textContent = texts.cameraStarting;
  const silent = setTimeout(() => { if (own === turn) fail(field, inApp ? texts.cameraInApp : texts.cameraSilent); }, ${SILENT_MS});
  try {
    const facingMode = field.dataset.slot === 'selfie' ? 'user' : 'environment';
    const found = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode, width: { ideal: 1920 }, height: { ideal: 1440 } } });
    if (own !== turn) { for (const track of found.getTracks()) track.stop(); return; }
    stream = found;
    video.srcObject = found;
    await video.play();
    if (own !== turn) return;
    note.textContent = field.dataset.slot === 'selfie' ? texts.cameraFace : texts.cameraCard;
    act('take').disabled = false;
    act('take').focus();
  } catch (error) {
    if (own === turn) fail(field, inApp ? texts.cameraInApp : failures[error.name] || texts.cameraSilent);
  } finally {
    clearTimeout(silent);
  }
}

// Brightness of each point of a small copy: flat everywhere without an edge, white without drawing where light is thrown back.
function measure() {
  const scale = Math.min(1, ${MEASURED_PX} / Math.max(shot.width, shot.height));
  const small = document.createElement('canvas'), brush = small.getContext('2d');
  small.width = Math.max(3, Math.round(shot.width * scale));
  small.height = Math.max(3, Math.round(shot.height * scale));
  brush.drawImage(shot, 0, 0, small.width, small.height);
  const { data, width, height } = brush.getImageData(0, 0, small.width, small.height);
  const light = new Float32Array(width * height);
  let white = 0, sum = 0, squares = 0, count = 0;
  for (let at = 0; at < light.length; at += 1) {
    light[at] = 0.299 * data[4 * at] + 0.587 * data[4 * at + 1] + 0.114 * data[4 * at + 2];
    if (light[at] > 250) white += 1;
  }
  for (let y = 1; y < height - 1; y += 1) for (let x = 1; x < width - 1; x += 1) {
    const at = y * width + x, edge = 4 * light[at] - light[at - 1] - light[at + 1] - light[at - width] - light[at + width];
    sum += edge;
    squares += edge * edge;
    count += 1;
  }
  if (white / light.length > ${MAX_GLARE}) return texts.cameraGlare;
  return squares / count - (sum / count) ** 2 < ${MIN_SHARPNESS} ? texts.cameraBlur : '';
}

function take() {
  shot.width = video.videoWidth;
  shot.height = video.videoHeight;
  shot.getContext('2d').drawImage(video, 0, 0);
  shows(true);
  const doubt = measure();
  note.textContent = doubt || texts.cameraLook;
  note.dataset.kind = doubt ? 'bad' : '';
  act('use').textContent = doubt ? texts.cameraUseAnyway : texts.cameraUse;
  act('use').className = doubt ? 'quiet' : '';
  act('again').className = doubt ? '' : 'quiet';
  act(doubt ? 'again' : 'use').focus();
}

act('take').addEventListener('click', take);
act('again').addEventListener('click', () => {
  shows(false);
  note.dataset.kind = '';
  note.textContent = camera.dataset.shape === 'face' ? texts.cameraFace : texts.cameraCard;
  act('take').focus();
});
act('use').addEventListener('click', () => shot.toBlob((photo) => {
  const field = target;
  stop();
  adders.get(field)(new File([photo], 'photo.jpg', { type: 'image/jpeg' }));
  field.querySelector('[data-camera]').focus();
}, 'image/jpeg', 0.95));
act('close').addEventListener('click', () => {
  stop();
  target.querySelector('[data-camera]').focus();
});
if (navigator.mediaDevices && navigator.mediaDevices.getUserMedia) {
  for (const opener of form.querySelectorAll('[data-camera]')) {
    opener.hidden = false;
    opener.addEventListener('click', () => start(opener.closest('[data-slot]')));
  }
}
window.addEventListener('pagehide', stop);
`;
