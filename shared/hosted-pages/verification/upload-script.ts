/** Longest side of an uploaded photo, px. Larger photos are reduced. */
const MAX_SENT_PX = 1920;

/**
 * The script of the steps for files: it uploads each selected file immediately and attaches the file to the draft (docs/adr/021).
 * The script runs after the script that saves fields.
 */
export const uploadScript = `
const progress = document.getElementById('progress'), texts = form.dataset, button = form.querySelector('.actions button');
const adders = new Map();
let open = 0;
document.getElementById('with-script').hidden = false;

function say(field, text, kind) {
  const state = field.querySelector('[data-state]');
  state.textContent = text;
  state.dataset.kind = kind;
}

function announce(field, text) {
  progress.textContent = field.querySelector('label').firstChild.textContent.trim() + ': ' + text;
}

function send(address, file, onProgress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', address.url);
    for (const name of Object.keys(address.headers)) request.setRequestHeader(name, address.headers[name]);
    request.upload.addEventListener('progress', (event) => { if (event.lengthComputable) onProgress(event.loaded / event.total); });
    request.addEventListener('load', () => request.status < 300 ? resolve() : reject(new Error('refused')));
    request.addEventListener('error', () => reject(new Error('no response')));
    request.addEventListener('abort', () => reject(new Error('stopped')));
    request.send(file);
  });
}

const fault = (violation) => Object.assign(new Error(violation), { violation });

// Upright, small, a JPEG without anything that a camera says of it.
async function shrink(file, limit) {
  const picture = new Image(), address = URL.createObjectURL(file);
  try {
    picture.src = address;
    await picture.decode();
  } catch {
    throw fault(/hei[cf]/i.test(file.type + ' ' + file.name) ? 'heic' : file.type.startsWith('image/') ? 'damaged' : 'type');
  } finally {
    URL.revokeObjectURL(address);
  }
  const scale = Math.min(1, ${MAX_SENT_PX} / Math.max(picture.naturalWidth, picture.naturalHeight));
  const canvas = document.createElement('canvas'), brush = canvas.getContext('2d');
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale));
  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
  for (const quality of [0.9, 0.75, 0.5]) {
    const sent = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (sent && sent.size <= limit) return sent;
  }
  throw fault('size');
}

async function prepare(field, file) {
  const limit = Number(field.dataset.limit);
  const isPdf = file.type === 'application/pdf' && field.querySelector('input').accept.includes(file.type);
  if (!isPdf) return shrink(file, limit);
  if (file.size > limit) throw fault('size');
  return file;
}

async function requestAddress(slot, file) {
  const fields = new URLSearchParams({ slot, type: file.type, size: String(file.size) });
  return ask(page + '/uploads', fields);
}

async function ask(address, fields) {
  const response = await fetch(address, { method: 'POST', body: fields });
  const body = await response.json();
  if (!response.ok) throw fault(body.violation);
  return body;
}

async function attach(name) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(page, new URLSearchParams({ action: 'attach', name }));
    } catch (error) {
      if (error.violation || attempt === 3) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000 * attempt));
    }
  }
}

async function upload(field, file, isNewest) {
  let announced = 0;
  const percent = (part) => {
    const reached = Math.floor(part * 100);
    say(field, texts.uploading + ': ' + reached + ' %', '');
    if (reached >= announced + 25) { announced = reached; announce(field, texts.uploading + ': ' + reached + ' %'); }
  };
  percent(0);
  announce(field, texts.uploading);
  for (;;) {
    try {
      const address = await requestAddress(field.dataset.slot, file);
      await send(address, file, percent);
      return await attach(address.name);
    } catch (error) {
      if (error.violation || navigator.onLine) throw error;
      // The file waits for the connection in this page.
      say(field, texts.offline, 'bad');
      announce(field, texts.offline);
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
      if (!isNewest()) return;
    }
  }
}

for (const field of form.querySelectorAll('[data-slot]')) {
  const input = field.querySelector('input[type=file]');
  let newest = 0;
  const add = async (work) => {
    const turn = ++newest;
    let text = texts.uploaded, kind = 'good';
    open += 1;
    button.disabled = true;
    try {
      await work(() => turn === newest);
    } catch (error) {
      text = texts[error.violation] || texts.failed;
      kind = 'bad';
    }
    open -= 1;
    button.disabled = open > 0;
    if (turn !== newest) return;
    input.removeAttribute('aria-invalid');
    if (kind === 'bad') { input.setAttribute('aria-invalid', 'true'); input.value = ''; }
    const message = field.querySelector('.error');
    if (message) message.hidden = true;
    say(field, text, kind);
    announce(field, text);
  };
  const addFile = (file) => add(async (isNewest) => {
    await upload(field, await prepare(field, file), isNewest);
  });
  adders.set(field, addFile);
  input.addEventListener('change', () => { if (input.files[0]) addFile(input.files[0]); });
  if (field.dataset.pending) add(() => attach(field.dataset.pending));
}

window.addEventListener('beforeunload', (event) => { if (open > 0) event.preventDefault(); });
form.addEventListener('submit', (event) => {
  if (open === 0) return;
  event.preventDefault();
  progress.textContent = texts.wait;
});
`;
