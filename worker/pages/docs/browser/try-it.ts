/** The forms that try an operation: they send a request with their fields, and show the answer. */

/** How much of a response is shown, in UTF-16 code units. */
const LONGEST = 20_000;

/** The headers to show: those that differ between responses. */
const SHOWN_HEADERS = ['content-type', 'location', 'link', 'etag', 'cache-control', 'vary', 'retry-after'] as const;

export function tryOperations(): void {
  for (const field of document.querySelectorAll('[data-in]:disabled')) field.removeAttribute('disabled');
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.try === undefined) return;
    event.preventDefault();
    void tryOperation(form, form.dataset.try);
  });
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.dataset.type === undefined) return;
    const body = target.form?.querySelector('textarea');
    if (body) body.value = target.selectedOptions[0]?.dataset.example ?? '';
  });
}

async function tryOperation(form: HTMLFormElement, path: string): Promise<void> {
  const output = form.querySelector('.response');
  if (output === null) return;
  const { address, init } = requestOf(form, path);
  const text = document.createElement('pre');
  text.tabIndex = 0;
  text.role = 'group';
  text.ariaLabel = 'Answer';
  output.replaceChildren(requestLine(init.method, address), text);
  try {
    const response = await fetch(address, { ...init, redirect: 'manual' });
    text.textContent = await responseText(response);
  } catch (error) {
    text.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** The request in one line; a GET as a link. */
function requestLine(method: string, address: string): HTMLElement {
  const line = document.createElement(method === 'GET' ? 'a' : 'p');
  if (line instanceof HTMLAnchorElement) line.href = address;
  line.textContent = method === 'GET' ? address : `${method} ${address}`;
  return line;
}

/** The request that the form describes. Empty fields are left out. */
function requestOf(form: HTMLFormElement, path: string) {
  const query: string[] = [];
  const headers: Record<string, string> = {};
  let filled = path;
  let body: string | null = null;
  for (const field of form.elements) {
    if (field instanceof HTMLTextAreaElement) body = field.value;
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || field.value === '') continue;
    const value = encodeURIComponent(field.value.toWellFormed());
    if (field.dataset.token !== undefined) headers.Authorization = `Bearer ${field.value}`;
    else if (field.dataset.type !== undefined) headers['Content-Type'] = field.value;
    else if (field.dataset.in === 'header') headers[field.name] = field.value;
    else if (field.dataset.in === 'path') filled = filled.replace(`{${field.name}}`, value.replaceAll('%2F', '/'));
    else query.push(`${field.name}=${value}`);
  }
  const address = query.length === 0 ? filled : `${filled}?${query.join('&')}`;
  return { address, init: { method: form.dataset.method ?? 'GET', headers, body } };
}

async function responseText(response: Response): Promise<string> {
  // Browsers hide the target of a redirect from scripts.
  if (response.type === 'opaqueredirect') return 'A redirect. Follow the link above to see where it leads.';
  const headers = SHOWN_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  const body = await response.text();
  const shown = body.length > LONGEST ? `${body.slice(0, LONGEST)}…` : body;
  const pretty = /[/+]json/.test(response.headers.get('content-type') ?? '') ? indentedJson(shown) : shown;
  return [`${response.status}`, ...headers, '', pretty].join('\n');
}

function indentedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
