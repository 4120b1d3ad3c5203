/** The script of `/problems`: a search in the page, which sends nothing, and the entry that the address names. */

const field = document.querySelector<HTMLInputElement>('#problem-search');
const counter = document.getElementById('problem-count');
const entries = [...document.querySelectorAll('details.problem')].map((element) => ({
  element,
  text: (element.textContent ?? '').toLowerCase(),
}));

function search(): void {
  const words = (field?.value ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const { element, text } of entries) {
    const isFound = words.every((word) => text.includes(word));
    element.toggleAttribute('hidden', !isFound);
    if (isFound) found += 1;
  }
  if (counter !== null) counter.textContent = words.length === 0 ? '' : `${found} of ${entries.length} codes`;
}

/** Opens the entry that the address names, also in browsers that do not do so by themselves. */
function openEntry(): void {
  // Codes have no character that an address escapes.
  const target = document.getElementById(location.hash.slice(1));
  const entry = target?.closest('details');
  if (!(entry instanceof HTMLDetailsElement)) return;
  entry.hidden = false;
  entry.open = true;
  entry.scrollIntoView({ block: 'start' });
}

document.documentElement.classList.add('has-script');
field?.addEventListener('input', search);
field?.form?.addEventListener('submit', (event) => event.preventDefault());
addEventListener('hashchange', openEntry);
search();
openEntry();

export {};
