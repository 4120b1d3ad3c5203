/**
 * The first script of the explorer. It loads the explorer itself when somebody turns to the page, by mouse, finger or
 * keyboard, and at once if there is something to explain. Until then the server's answer stands, whose links and form
 * need no script.
 */
import { startCopyButtons } from '../../parts/browser/buttons.ts';

/** What shows that somebody is about to type or click, or follows a link within the page. */
const SIGNS = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input', 'dragover', 'hashchange', 'popstate'];

let isPressed = false;
let isLoading = false;

/** Resolves when no button or finger is down: an answer that is rendered in between would swallow the click. */
async function released(): Promise<void> {
  if (!isPressed) return;
  await new Promise((resolve) => {
    for (const end of ['click', 'pointercancel', 'dragend'])
      addEventListener(end, () => setTimeout(resolve), { once: true });
  });
}

async function load(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    const { startExplorer } = await import('./explorer.tsx');
    for (const sign of SIGNS) removeEventListener(sign, load);
    await released();
    startExplorer();
    document.documentElement.classList.add('has-explorer');
  } catch {
    // The connection broke. The page works without a script, and the next sign tries again.
    isLoading = false;
  }
}

addEventListener('pointerdown', () => {
  isPressed = true;
});
for (const end of ['pointerup', 'pointercancel']) {
  addEventListener(end, () => {
    isPressed = false;
  });
}
for (const sign of SIGNS) addEventListener(sign, load);

document.documentElement.classList.add('has-script');
startCopyButtons();

/** The field has a text if the server answered a query, or the browser kept what was typed. */
const isTyped = Boolean(document.querySelector<HTMLInputElement>('#url')?.value);
if (isTyped || location.hash !== '' || location.search !== '' || history.state !== null) void load();
