/**
 * What a URL refers to, as one sentence for people. Values stand in quotation marks, since they are strangers'.
 */
import type { Resolution } from './every-scheme.ts';
import { itemTypes } from './schemes/gopher/item-types.ts';

type Kind = Resolution['kind'];
type Of<K extends Kind> = Extract<Resolution, { kind: K }>;

/** One sentence of each kind. */
const sentences: { readonly [K in Kind]: (resolution: Of<K>) => string } = {
  http: ({ components }) => `A resource of the Web at ${hostIn(components)}.`,
  gopher: gopherItem,
  ftp: ftpFile,
  news: newsItem,
  terminal: ({ request, components, details, scheme }) => {
    const session = scheme === 'rlogin' ? 'remote login' : `${scheme} session`;
    const advice = details.user === null ? '' : `; the user name to type is ${quote(details.user)}`;
    return `A ${session} at ${hostIn(components)}${advice}${request === null ? ', which cannot be opened' : ''}.`;
  },
  wais: waisDatabase,
  prospero: ({ details, components }) => {
    const version = details.version === null ? '' : `, version ${quote(details.version)}`;
    return `The Prospero object ${quote(details.hsoname)}${version}, as the server at ${hostIn(components)} names it.`;
  },
  go: goName,
  file: ({ details }) => {
    const where = details.host === null ? 'on the machine where it is read' : `on the host ${details.host}`;
    return `The file ${quote(details.path)} ${where}.`;
  },
  afs: ({ details }) => `The file ${quote(details.path)} in the cell ${quote(details.cell)} of the Andrew File System.`,
  mailto: ({ details }) => {
    const subject = details.headers.find(({ name }) => name === 'subject');
    const to = details.to.length === 0 ? 'an address still to be chosen' : details.to.map(quote).join(', ');
    return `A mail to ${to}${subject === undefined ? '' : `, with the subject ${quote(subject.value)}`}.`;
  },
  mid: ({ details: { messageId, contentId } }) => {
    const part = contentId === null ? null : `the body part ${quote(contentId)}`;
    if (messageId === null) return `${capital(part ?? 'a body part')} of the message that it stands in.`;
    return part === null ? `The message ${quote(messageId)}.` : `${capital(part)} of the message ${quote(messageId)}.`;
  },
  unknown: ({ scheme }) => `A URL of the scheme ${quote(scheme)}, of which nothing is known here.`,
};

/**
 * Says what a URL refers to.
 *
 * @example
 * ```ts
 * inWords(explain('news:*')); // 'Every newsgroup on the news server of the reader.'
 * ```
 */
export function inWords(resolution: Resolution): string {
  // The table pairs each kind with its own sentence, which indexing by a union cannot tell the type system.
  const sentence = sentences[resolution.kind] as ((resolution: Resolution) => string) | undefined;
  return sentence?.(resolution) ?? `A URL of the scheme ${quote(resolution.scheme)}.`;
}

function gopherItem({ details, components, scheme }: Of<'gopher'>): string {
  const { type, selector, search, gopherPlus } = details;
  const item = itemTypes.get(type)?.name ?? `item of the type ${quote(type)}`;
  const place = scheme === 'gophers' ? `${hostIn(components)} over TLS` : hostIn(components);
  const main = type === '1' && selector === '' && search === null && gopherPlus === null;
  if (main) return `The main menu of the Gopher server at ${place}.`;
  const by = selector === '' ? 'the empty selector' : `the selector ${quote(selector)}`;
  const asked = search === null || search === '' ? '' : `, asking for ${quote(search)}`;
  const plus = gopherPlus === null ? '' : `, ${gopherPlusWords(gopherPlus)}`;
  return `${capital(indefinite(item))} at ${place} by ${by}${asked}${plus}.`;
}

function gopherPlusWords({
  kind,
  view,
  language,
  attributes,
  answers,
}: NonNullable<Of<'gopher'>['details']['gopherPlus']>) {
  const named = ['attributes', ...attributes].join(' ');
  const variant = [view, language].flatMap((part) => (part === null ? [] : [quote(part)])).join(' in ');
  switch (kind) {
    case 'default':
      return 'fetched by Gopher+';
    case 'view':
      return `as ${variant}`;
    case 'ask':
      return 'with its form still to be filled in';
    case 'form':
      return `with a form filled in: ${answers.map(quote).join(', ')}`;
    case 'attributes':
      return `only its ${named}`;
    case 'directoryAttributes':
      return `only the ${named} of its items`;
    case 'other':
      return 'with a Gopher+ string that no specification knows';
  }
}

const TRANSFERS = { a: ', as text', i: ', as a binary file', d: '' } as const;

function ftpFile({ details, components }: Of<'ftp'>): string {
  const { absolute, cwd, name, type } = details;
  const names = type === 'd' && name !== '' ? [...cwd, name] : cwd;
  const folder = `${absolute ? '/' : ''}${names.map((segment) => segment.replace(/^\//, '')).join('/')}`;
  const user = components.user === null ? '' : ` for the user ${quote(components.user)}`;
  const place = `${hostIn(components)}${user}`;
  if (type !== 'd' && name !== '') {
    const where = folder === '' ? '' : ` in the directory ${quote(folder)}`;
    return `The file ${quote(name)}${where} of the FTP server at ${place}${type === null ? '' : TRANSFERS[type]}.`;
  }
  if (folder === '') return `The directory in which one arrives at the FTP server at ${place}.`;
  return `The directory ${quote(folder)} of the FTP server at ${place}.`;
}

function newsItem({ details, components }: Of<'news'>): string {
  const { group, messageId, all, article, server } = details;
  const where = server === null ? 'on the news server of the reader' : `on the news server at ${hostIn(components)}`;
  if (all) return `Every newsgroup ${where}.`;
  if (messageId !== null) return `The news article ${quote(messageId)} ${where}.`;
  if (group === null)
    return server === null ? 'The news server of the reader.' : `The news server at ${hostIn(components)}.`;
  if (article !== null) return `Article ${article} of the newsgroup ${quote(group)} ${where}.`;
  return /[*?,!]/.test(group)
    ? `The newsgroups that match ${quote(group)} ${where}.`
    : `The newsgroup ${quote(group)} ${where}.`;
}

function waisDatabase({ details, components }: Of<'wais'>): string {
  const { form, database, search, wtype } = details;
  const named = `the WAIS database ${quote(database)} at ${hostIn(components)}`;
  if (form === 'document') return `A document of the type ${quote(wtype ?? '')} in ${named}.`;
  if (form === 'database' || search === null) return `${capital(named)}.`;
  return `A search of ${named}${search === '' ? '' : `, asking for ${quote(search)}`}.`;
}

function goName({ details }: Of<'go'>): string {
  const { server, commonName, attributes, id } = details;
  const where = server === null ? 'by whichever name service the reader has' : `by the name service at ${server}`;
  if (id !== null) return `The entry ${quote(id)}, looked up ${where}.`;
  if (commonName === null) return `What is on offer, told ${where}.`;
  const limits = attributes.map(({ name, value }) => `${name} ${quote(value)}`).join(', ');
  return `The common name ${quote(commonName)}${limits === '' ? '' : ` with ${limits}`}, looked up ${where}.`;
}

/** Host and port as people write them; the port only where it is not the scheme's own. */
function hostIn({ hostUnicode, host, explicitPort }: Resolution['components']): string {
  return `${hostUnicode ?? host ?? ''}${explicitPort === null ? '' : `:${explicitPort}`}`;
}

function quote(text: string): string {
  return `“${text}”`;
}

/** `an image` and `an XML document`, but `a menu`. */
function indefinite(noun: string): string {
  return `${/^(?:[aei]|HTML|XML)/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
