/** The script of the documentation: sends a request with the fields of a form, and shows the response. */

/** How much of a response is shown, in UTF-16 code units. */
const LONGEST = 20_000;

/** The headers to show: those that differ between responses. */
const SHOWN_HEADERS = ['content-type', 'location', 'link', 'etag', 'cache-control', 'vary', 'retry-after'] as const;

document.documentElement.classList.add('has-script');
for (const field of document.querySelectorAll('[data-in]:disabled')) field.removeAttribute('disabled');

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.try === undefined) return;
  event.preventDefault();
  void tryOperation(form, form.dataset.try);
});

async function tryOperation(form: HTMLFormElement, path: string): Promise<void> {
  const output = form.querySelector('.response');
  if (output === null) return;
  const { address, headers } = requestOf(form, path);
  const link = document.createElement('a');
  link.href = address;
  link.textContent = address;
  const text = document.createElement('pre');
  output.replaceChildren(link, text);
  try {
    const response = await fetch(address, { headers, redirect: 'manual' });
    text.textContent = await responseText(response);
  } catch (error) {
    text.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** The address and headers of the request that the form describes. Empty fields are left out. */
function requestOf(form: HTMLFormElement, path: string): { address: string; headers: Record<string, string> } {
  const query: string[] = [];
  const headers: Record<string, string> = {};
  let filled = path;
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || field.value === '') continue;
    const value = encodeURIComponent(field.value.toWellFormed());
    if (field.dataset.token !== undefined) headers.Authorization = `Bearer ${field.value}`;
    else if (field.dataset.in === 'header') headers[field.name] = field.value;
    else if (field.dataset.in === 'path') filled = filled.replace(`{${field.name}}`, value.replaceAll('%2F', '/'));
    else query.push(`${field.name}=${value}`);
  }
  return { address: query.length === 0 ? filled : `${filled}?${query.join('&')}`, headers };
}

/** Status, headers and body of a response. */
async function responseText(response: Response): Promise<string> {
  // Browsers hide the target of a redirect from scripts.
  if (response.type === 'opaqueredirect') return 'A redirect. Follow the link above to see where it leads.';
  const headers = SHOWN_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  const body = await response.text();
  const shown = body.length > LONGEST ? `${body.slice(0, LONGEST)}…` : body;
  const pretty = response.headers.get('content-type')?.includes('json') ? indented(shown) : shown;
  return [`${response.status}`, ...headers, '', pretty].join('\n');
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
