/**
 * The style sheet of all pages, inline in each page. The content security policy allows only the hashes of this style sheet and
 * of the styles with the partner's color. Buttons and inputs are at least 44 px high, and the minimum contrast is 4.5.
 */
export const styleSheet = `
:root { color-scheme: light dark; --ink: #14181f; --soft: #4a5363; --line: #c3cad5; --paper: #fff; --wash: #f3f5f9; --accent: #1b4fd8; --on-accent: #fff; --bad: #b3261e; --good: #11663b; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceff5; --soft: #aab3c2; --line: #465061; --paper: #12161d; --wash: #1b212b; --accent: #9db8ff; --on-accent: #0b1d4d; --bad: #ffb4ab; --good: #8ad8ab; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--wash); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
header, main, footer { max-width: 42rem; margin: 0 auto; padding: 0 1.25rem; }
header { display: flex; justify-content: space-between; align-items: center; flex-wrap: wrap; padding-top: 1.25rem; padding-bottom: 1rem; }
header strong { letter-spacing: .01em; }
.test-mark { flex: 1 0 100%; margin: .5rem 0 0; color: var(--bad); font-weight: 700; }
main { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem 1.25rem 2rem; }
footer { color: var(--soft); font-size: .875rem; padding-top: 1rem; padding-bottom: 2rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.125rem; margin: 2rem 0 .5rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .5rem 1rem; }
.languages { margin: 0 -.4rem; }
.languages a { display: inline-block; padding: .65rem .4rem; }
.languages button { min-height: 2.75rem; padding: .65rem .4rem; border: 0; background: none; color: var(--accent); font-weight: 400; text-decoration: underline; }
.languages [aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; }
footer p { margin: 0 0 .35rem; }
footer a { display: inline-block; padding: .65rem 0; }
.branding { margin-bottom: 1.25rem; border-bottom: 1px solid var(--line); padding-bottom: .75rem; }
.branding img { display: block; max-width: 100%; height: auto; background: #fff; border-radius: .25rem; padding: .25rem; margin: 0 0 .5rem -.25rem; box-sizing: content-box; }
.branding p { margin: 0; }
.branding-links { display: flex; flex-wrap: wrap; column-gap: 1.25rem; font-size: .95rem; }
.branding-links a { padding: .6rem 0; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
legend { font-weight: 600; padding: 0; margin-bottom: .35rem; }
.field { margin: 1.1rem 0; }
.field > label, .field > .label { display: block; font-weight: 600; margin-bottom: .35rem; }
.hint { color: var(--soft); font-size: .9rem; margin: 0 0 .35rem; }
.error { color: var(--bad); font-weight: 600; margin: .35rem 0 0; }
input[type=text], input[type=email], input[type=tel], input[type=search], select { width: 100%; min-height: 2.75rem; padding: .5rem .7rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: .45rem; }
input[type=file] { width: 100%; min-height: 2.75rem; font: inherit; padding: .4rem 0; }
input[aria-invalid=true], select[aria-invalid=true] { border-color: var(--bad); border-width: 2px; }
.tick { display: flex; gap: .7rem; align-items: flex-start; }
.tick label { flex: 1; padding: .6rem 0; }
.tick input { width: 1.4rem; height: 1.4rem; margin: .7rem 0 0; flex: none; accent-color: var(--accent); }
button, .button { display: inline-block; min-height: 2.75rem; padding: .6rem 1.4rem; font: inherit; font-weight: 600; border-radius: .45rem; border: 1px solid var(--button, var(--accent)); background: var(--button, var(--accent)); color: var(--on-button, var(--on-accent)); cursor: pointer; text-decoration: none; }
button.quiet, .button.quiet { border-color: var(--accent); background: transparent; color: var(--accent); }
button[disabled] { opacity: .55; cursor: progress; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.75rem; }
.notice { margin: 0 0 1.25rem; border-left: 4px solid var(--accent); background: var(--wash); padding: .8rem 1rem; border-radius: 0 .45rem .45rem 0; }
.notice.bad { border-color: var(--bad); }
.notice.good { border-color: var(--good); }
dl { display: grid; grid-template-columns: minmax(14.5rem, max-content) 1fr; gap: .35rem 1rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; }
dl + .hint { margin-top: 1rem; }
.paper { border: 1px solid var(--line); border-radius: .45rem; padding: 1rem 1.1rem; margin: 1rem 0; }
.paper p { margin: .6rem 0; }
.paper h2 { margin-top: .25rem; }
.paper h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
.notice > :first-child { margin-top: 0; }
.notice > :last-child { margin-bottom: 0; }
.notice ul { margin: 0; padding-left: 1.2rem; }
.signature { font: italic 1.75rem/1.3 Georgia, 'Times New Roman', serif; margin: 0; }
.beside { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: .6rem; }
canvas { display: block; width: 100%; aspect-ratio: 5 / 2; background: #fff; border: 1px dashed var(--soft); border-radius: .45rem; touch-action: none; }
.camera { margin-top: .75rem; border: 1px solid var(--line); border-radius: .45rem; padding: .75rem; }
.viewer { position: relative; overflow: hidden; border-radius: .45rem; background: #000; }
.viewer video { display: block; width: 100%; aspect-ratio: 4 / 3; object-fit: cover; }
.viewer::after { content: ''; position: absolute; inset: 10% 6%; border: 3px solid #fff; border-radius: .8rem; box-shadow: 0 0 0 100vmax #0006; }
.camera[data-shape=face] .viewer::after { inset: 6% 30%; border-radius: 50%; }
.camera[data-shape=face] video { transform: scaleX(-1); }
canvas.shot { aspect-ratio: auto; border: 0; background: none; }
canvas + .error, canvas ~ .hint { margin-top: .35rem; }
.steps { list-style: none; display: flex; flex-wrap: wrap; gap: .35rem 1.1rem; padding: 0; margin: 0 0 1.25rem; color: var(--soft); font-size: .9rem; }
.steps [aria-current] { color: var(--ink); font-weight: 700; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.group { margin-top: 2.25rem; border-top: 1px solid var(--line); padding-top: 1.5rem; }
.group legend { float: left; width: 100%; font-size: 1.125rem; margin-bottom: 0; }
.group legend + * { clear: both; padding-top: .75rem; }
::file-selector-button { min-height: 2.75rem; margin-right: .75rem; padding: .5rem 1.1rem; font: inherit; font-weight: 600; color: var(--accent); background: transparent; border: 1px solid var(--accent); border-radius: .45rem; cursor: pointer; }
.state { margin: .35rem 0 0; font-size: .95rem; }
.state[data-kind=good] { color: var(--good); font-weight: 600; }
.state[data-kind=bad] { color: var(--bad); font-weight: 600; }
.search { margin-bottom: .4rem; }
.part label { display: block; }
.part input { width: auto; }
progress.steps { display: block; width: 100%; height: .5rem; accent-color: var(--accent); }
p.steps { margin: 0 0 .35rem; }
.entries { align-items: baseline; margin-bottom: 1.5rem; }
.entries dd { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; }
.copy { padding: .25rem .8rem; font-size: .9rem; }
.code { margin: 1.5rem 0; }
.code svg { display: block; width: min(100%, 16rem); height: auto; border-radius: .45rem; }
figcaption { margin-top: .5rem; }
summary { padding: .65rem 0; color: var(--accent); cursor: pointer; }
.kept { position: sticky; bottom: .5rem; width: fit-content; min-height: 1.5rem; margin: .75rem 0 0; padding: 0 .5rem; border: 1px solid var(--line); border-radius: .45rem; background: var(--paper); font-size: .95rem; pointer-events: none; }
.kept:empty { visibility: hidden; }
.kept[data-kind=good] { color: var(--good); }
.kept[data-kind=bad] { color: var(--bad); font-weight: 600; }
@media (pointer: coarse) and (max-width: 30rem) { .handoff { display: none; } }
[hidden] { display: none !important; }
@media (max-width: 30rem) { main { border-radius: 0; border-left: 0; border-right: 0; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .6rem; } .actions button, .actions .button { width: 100%; text-align: center; } }
`;
