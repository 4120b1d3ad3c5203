/**
 * The letters of a 3270 screen on a phone: small, so that all columns are in view and a pinch enlarges them, or large,
 * and the screen pans. Elsewhere it only pans: letters that fit a window would undo the zoom of a browser.
 */

/** Below this size, in pixels, letters are dots, and the screen pans. */
const SMALLEST_LETTERS = 5;
/** Letters of this size, in pixels, are read without a zoom. */
const LEGIBLE_LETTERS = 10;
const onPhone = matchMedia('(pointer: coarse)');

/**
 * Keeps the columns of a screen in view while its box changes.
 *
 * @param place - the box, whose rows are its children
 * @param larger - the button for larger letters, which is shown where the columns need small ones
 * @returns fits the screen again, after its content has changed
 */
export function startFitting(place: HTMLElement, larger: HTMLButtonElement): () => void {
  const isPressed = (): boolean => larger.ariaPressed === 'true';

  function fitLetters(): void {
    place.style.fontSize = '';
    if (!onPhone.matches) return;
    const { fontSize } = getComputedStyle(place);
    const letters = Number.parseFloat(fontSize) * Math.min(1, shareInView(place));
    larger.hidden = letters >= LEGIBLE_LETTERS || letters < SMALLEST_LETTERS;
    const isSmall = !larger.hidden && !isPressed();
    place.classList.toggle('small-letters', isSmall);
    if (isSmall || letters >= LEGIBLE_LETTERS) place.style.fontSize = `${letters}px`;
  }

  larger.addEventListener('mousedown', (event) => event.preventDefault());
  larger.addEventListener('click', () => {
    larger.ariaPressed = String(!isPressed());
    fitLetters();
  });
  // The height follows the letters, so only the width counts.
  let width = 0;
  new ResizeObserver(() => {
    if (place.clientWidth !== width) fitLetters();
    width = place.clientWidth;
  }).observe(place);
  return fitLetters;
}

/** The share of the widest row that is in view; 1 or more if all of it is. */
function shareInView(place: HTMLElement): number {
  const rows = [...place.querySelectorAll('.screen-row')];
  const widest = Math.max(...rows.map(({ scrollWidth }) => scrollWidth));
  return rows[0] === undefined || widest === 0 ? 1 : rows[0].clientWidth / widest;
}
