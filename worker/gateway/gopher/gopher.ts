/**
 * The gateway to gopherspace: RFC 1436 with every item type in use, Gopher+ whole, over TCP or TLS. A link says what
 * it leads to by its item type; this file sends each to the one who knows how to show it.
 */
import { type GopherPath, splitGopherPath } from '../../../src/schemes/gopher/path.ts';
import { decodeOctets, decodeText } from '../../../src/uri/octets.ts';
import { GatewayError } from '../../net/errors.ts';
import { limits } from '../../net/limits.ts';
import type { Gateway } from '../core/contract.ts';
import { explainItem } from './explain-item.tsx';
import { notePlus } from './item-actions.ts';
import { kindOf } from './item-kinds.ts';
import { obeyRobots } from './known-servers.ts';
import { askForAttributes, openAttributes } from './open-attributes.tsx';
import { fileJson, openAs, openFile, streamFile } from './open-file.ts';
import { openForm, sendForm } from './open-form.tsx';
import { openMenu } from './open-menu.tsx';
import { openMail } from './open-message.tsx';
import { openSearch, redirectToSearch } from './open-search.tsx';
import { openText } from './open-text.tsx';
import { heedRefusal } from './refusal.ts';
import { ask, type GopherContext, type Reply } from './reply.ts';

export const gopher: Gateway<'gopher'> = {
  schemes: ['gopher', 'gophers'],

  async open(context) {
    const path = splitGopherPath(context.resolution.components.path);
    const plus = context.resolution.details.gopherPlus;
    check(path, plus?.kind ?? null);
    const elsewhere = withoutAsking(context, path);
    if (elsewhere !== null) return elsewhere;
    await obeyRobots(context, path.selector);
    switch (plus?.kind) {
      case 'ask':
      case 'form':
        return openForm(context);
      case 'attributes':
      case 'directoryAttributes':
        return openAttributes(context, await askForAttributes(context, path), plus.attributes);
      default:
        return answer(context, await ask(context, path));
    }
  },

  async submit(context) {
    const { gopherPlus } = context.resolution.details;
    check(splitGopherPath(context.resolution.components.path), gopherPlus?.kind ?? null);
    if (gopherPlus === null) throw new GatewayError('bad-request', 'There is no form here to send.');
    const sent = await sendForm(context);
    if (sent.kind === 'response') return sent.response;
    const response = await answer(context, sent.reply);
    // What was answered to one person's form is nobody else's.
    response.headers.set('Cache-Control', 'no-store');
    response.headers.delete('ETag');
    return response;
  },
};

/** What can be answered without a word to the server; `null` where the server must be asked. */
function withoutAsking(context: GopherContext, { selector, search, plus }: GopherPath): Response | null {
  const { type } = context.resolution.details;
  const { presentation } = kindOf(type);
  const [, url] = /^(?:\/|%2F)?URL:(.*)$/.exec(selector) ?? [];
  if (url !== undefined) return redirectOut(decodeText(url));
  if (presentation === 'explained') return explainItem(context);
  const words = context.view.query.get('search');
  if (presentation === 'search' && words !== null && words.trim() !== '') return redirectToSearch(context, words);
  if (presentation === 'search' && (search ?? '') === '' && plus === null) return openSearch(context);
  const isFile = presentation === 'html' || presentation === 'shown' || presentation === 'saved';
  return isFile && plus === null && context.view.format === 'json' ? fileJson(context) : null;
}

/** A link out of gopherspace: what may be opened, and how, `/r` knows. */
function redirectOut(url: string): Response {
  const location = `/r?url=${encodeURIComponent(url.trim())}`;
  return new Response(null, { status: 302, headers: { Location: location, 'Cache-Control': 'no-store' } });
}

/**
 * Refuses what no server may be sent, before anyone is connected to: the lines that go out are looked at again.
 *
 * @throws GatewayError `bad-request`
 */
function check({ selector, search, plus }: GopherPath, plusKind: string | null): void {
  const fault = (detail: string) => new GatewayError('bad-request', detail);
  const path = `${selector}%09${search ?? ''}%09${plus ?? ''}`;
  if (path.includes('%00')) throw fault('A request of gopher cannot have a NUL in it.');
  if (decodeOctets(path).length > limits.request) throw fault('The request is too long.');
  // One tab more would begin another field, and only the answers of a form are one.
  if (plusKind !== 'form' && plus?.includes('%09')) throw fault('The Gopher+ part of the link has a tab in it.');
}

/** Shows an answer as what it is: what the Gopher+ string asked for, else what the item type says. */
async function answer(context: GopherContext, reply: Reply): Promise<Response> {
  const moved = await heedRefusal(context, reply);
  if (moved !== null) return moved;
  const { type, gopherPlus } = context.resolution.details;
  if (reply.plus) notePlus(context);
  if (reply.plus && gopherPlus?.view != null) return answerView(context, reply, gopherPlus.view.toLowerCase());
  switch (kindOf(type).presentation) {
    case 'menu':
    case 'search':
      return openMenu(context, reply);
    case 'mail':
      return openMail(context, reply);
    case 'html':
      return openAs(context, reply, 'text/html');
    case 'shown':
    case 'saved':
      return openFile(context, reply);
    default:
      return openText(context, reply);
  }
}

const MEDIA_TYPE = /^[a-z\d][a-z\d!#$&^_.+-]*\/[a-z\d][a-z\d!#$&^_.+-]*$/;

/** A representation is of the type that was asked for (Gopher+ §2.6). */
function answerView(context: GopherContext, reply: Reply, view: string): Promise<Response> | Response {
  if (/^application\/gopher\+?-menu$/.test(view)) return openMenu(context, reply);
  if (view === 'text/html') return openAs(context, reply, 'text/html');
  if (/^text(?:\/|$)/.test(view)) return openText(context, reply);
  return streamFile(context, reply, {
    mediaType: MEDIA_TYPE.test(view) ? view : 'application/octet-stream',
    isText: false,
  });
}
