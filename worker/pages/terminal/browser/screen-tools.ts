/** The tools for the text of the screen: find a text, and save all of it as a file. */
import type { Terminal } from '@xterm/xterm';
import { type FoundText, findText, transcriptOf } from './screen-text.ts';
import { elementById } from './session-page.ts';

/** What a file name must not have on some system. */
const unfit = /[^\w.-]+/g;

/** @param name - of the server, for the name of the file */
export function startScreenTools(terminal: Terminal, name: string): void {
  const form = elementById('find-form', HTMLFormElement);
  const field = elementById('find', HTMLInputElement);
  const result = elementById('found', HTMLElement);
  let place: FoundText | null = null;
  field.addEventListener('input', () => {
    place = null;
    result.textContent = '';
  });

  function find(step: 'older' | 'newer'): void {
    place = findText(terminal, field.value, { step, last: place });
    result.textContent = place === null ? 'Not found.' : `${place.number} of ${place.count}`;
    terminal.clearSelection();
    if (place === null) return;
    terminal.select(place.column, place.row, place.length);
    terminal.scrollToLine(Math.max(0, place.row - Math.floor(terminal.rows / 2)));
    showColumns(terminal, place);
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    find('older');
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !event.shiftKey) return;
    event.preventDefault();
    find('newer');
  });
  elementById('save-text', HTMLButtonElement).addEventListener('click', () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([transcriptOf(terminal)], { type: 'text/plain' }));
    link.download = `${name.replace(unfit, '-')}.txt`;
    link.click();
    // The download has begun by then.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  });
}

/** Pans a screen that is wider than the window, if a place is not in view. */
function showColumns({ element, cols }: Terminal, { column, length }: FoundText): void {
  const [screen, window] = [element?.querySelector('.xterm-screen'), element?.parentElement];
  if (!screen || !window) return;
  const width = screen.clientWidth / cols;
  const [start, end] = [column * width - window.scrollLeft, (column + length) * width - window.scrollLeft];
  if (start < 0 || end > window.clientWidth) window.scrollLeft += start - window.clientWidth / 2;
}
