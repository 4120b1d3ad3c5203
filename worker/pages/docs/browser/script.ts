/** The script of the API's documentation: asks an operation with the fields of its form, and shows the answer. */

/** So much of an answer is shown. */
const LONGEST = 20_000;

/** Headers that tell something about an answer. */
const TELLING = ['content-type', 'location', 'link', 'etag', 'cache-control', 'vary', 'retry-after'] as const;

document.documentElement.classList.add('has-script');
for (const field of document.querySelectorAll('[data-place]:disabled')) field.removeAttribute('disabled');

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.try === undefined) return;
  event.preventDefault();
  void ask(form, form.dataset.try);
});

async function ask(form: HTMLFormElement, path: string): Promise<void> {
  const place = form.querySelector('.answer');
  if (place === null) return;
  const { address, headers } = requestOf(form, path);
  const link = document.createElement('a');
  link.href = address;
  link.textContent = address;
  const shown = document.createElement('pre');
  place.replaceChildren(link, shown);
  try {
    const response = await fetch(address, { headers, redirect: 'manual' });
    shown.textContent = await describe(response);
  } catch (error) {
    shown.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** The address that the fields make; empty ones are left out. */
function requestOf(form: HTMLFormElement, path: string): { address: string; headers: Record<string, string> } {
  const query: string[] = [];
  const headers: Record<string, string> = {};
  let filled = path;
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || field.value === '') continue;
    const value = encodeURIComponent(field.value.toWellFormed());
    if (field.dataset.token !== undefined) headers.Authorization = `Bearer ${field.value}`;
    else if (field.dataset.place === 'header') headers[field.name] = field.value;
    else if (field.dataset.place === 'path') filled = filled.replace(`{${field.name}}`, value.replaceAll('%2F', '/'));
    else query.push(`${field.name}=${value}`);
  }
  return { address: query.length === 0 ? filled : `${filled}?${query.join('&')}`, headers };
}

async function describe(response: Response): Promise<string> {
  // Where a redirect leads is not told to scripts; following the link shows it.
  if (response.type === 'opaqueredirect') return 'A redirect. Follow the link above to see where it leads.';
  const told = TELLING.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  const body = await response.text();
  const shown = body.length > LONGEST ? `${body.slice(0, LONGEST)}…` : body;
  const pretty = response.headers.get('content-type')?.includes('json') ? indented(shown) : shown;
  return [`${response.status}`, ...told, '', pretty].join('\n');
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
