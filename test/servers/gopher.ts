/**
 * The gopher test server: RFC 1436 with Gopher+ (30 July 1993), in the three dialects of real servers, and optionally
 * with TLS on the same port.
 */
import { gopherspace, type OtherPorts } from './content/gopherspace.ts';
import type { Conversation } from './conversation.ts';
import { checkAnswers, MalformedAnswer, readBlock } from './gopher/ask.ts';
import type { Gopherspace, Item, View } from './gopher/item.ts';
import { descriptor, itemOfLine, type MenuStyle, menuLine, type PlacedItem } from './gopher/menu.ts';
import { attributes, chooseView, errorReply, foreignAttributes, framed, framedText } from './gopher/plus.ts';
import { parseRequest, type Request } from './gopher/request.ts';
import { type Match, NOTHING_FOUND, search } from './gopher/search.ts';
import { listen, type RunningServer, type ServerOptions } from './listener.ts';
import { crlf, dotStuffed, type Octets } from './octets.ts';
import { stored, whole } from './source.ts';

/** The differences between real servers. */
export const dialects = {
  /** As specified: texts and menus end with a period, periods are doubled, Gopher+ after one tab or two. */
  rfc1436: { lastLine: true, doublesDots: true, plus: true, oneTabOnly: false, missing: 'item' },
  /** UMN gopherd 2.0: does not double periods, does not answer after two tabs, sends Gopher+ errors to every client. */
  umn: { lastLine: true, doublesDots: false, plus: true, oneTabOnly: true, missing: 'plus-error' },
  /** gophernicus and similar servers: texts unchanged, no Gopher+, errors as text. */
  bare: { lastLine: false, doublesDots: false, plus: false, oneTabOnly: false, missing: 'text' },
} as const;

export type Dialect = keyof typeof dialects;

export interface GopherOptions extends ServerOptions {
  readonly dialect?: Dialect;
  /** The host name in menus; `localhost` by default. */
  readonly name?: string;
  /** The ports of the other test servers, for links to them. */
  readonly otherPorts?: Partial<OtherPorts>;
}

/**
 * Starts the gopher test server.
 *
 * @example
 * ```ts
 * const server = await startGopher({ dialect: 'umn' });
 * await server.faults.set('reset');
 * await server.close();
 * ```
 */
export async function startGopher(options: GopherOptions = {}): Promise<RunningServer> {
  const space = gopherspace({ ftp: 2121, nntp: 1119, closed: 7079, ...options.otherPorts });
  const dialect = dialects[options.dialect ?? 'rfc1436'];
  const server: RunningServer = await listen('gopher', options, async (conversation) => {
    const address = { name: options.name ?? 'localhost', port: server.port };
    await new GopherSession(space, dialect, { address, plus: dialect.plus }, conversation).serve();
  });
  return server;
}

/** One connection: a request and its reply. */
class GopherSession {
  readonly #space: Gopherspace;
  readonly #dialect: (typeof dialects)[Dialect];
  readonly #style: MenuStyle;
  readonly #conversation: Conversation;

  constructor(space: Gopherspace, dialect: (typeof dialects)[Dialect], style: MenuStyle, conversation: Conversation) {
    this.#space = space;
    this.#dialect = dialect;
    this.#style = style;
    this.#conversation = conversation;
  }

  async serve(): Promise<void> {
    const line = await this.#conversation.line();
    if (line === null) return;
    const request = parseRequest(line, (selector) => this.#find(selector)?.item.kind === 'search');
    if (this.#dialect.oneTabOnly && request.emptySearch) return;
    const answer = await this.#answer(this.#dialect.plus ? request : { ...request, plus: null });
    await this.#conversation.body(answer, 'iAnd so on\t\terror.host\t1\r\n');
  }

  /** The item with a selector. The root, caps.txt and robots.txt are found with and without a slash. */
  #find(selector: Octets): PlacedItem | null {
    for (const candidate of [selector, selector.replace(/^\//, '')]) {
      const item = this.#space.get(candidate);
      if (item === undefined) continue;
      if (item.kind !== 'faulty') return { selector: candidate, item };
      this.#conversation.setFault(item.fault);
      return this.#find(item.of);
    }
    return null;
  }

  async #answer(request: Request): Promise<Iterable<Buffer>> {
    if (/^\/?URL:/.test(request.selector)) return [redirectPage(request.selector.replace(/^\/?URL:/, ''))];
    const found = this.#find(request.selector);
    if (found === null) return this.#missing(request);
    const { item } = found;
    const [command] = request.plus ?? '';
    if (command === '!' || command === '$') {
      const only = (request.plus ?? '').slice(1).split(/[+ ]+/).filter(Boolean);
      const text = command === '!' ? this.#itemAttributes(found, only) : this.#menuAttributes(item, request, only);
      return text === null
        ? errorReply(1, 'Only menus have attributes of all their items.')
        : framedText('+', 'period', text);
    }
    return command === undefined ? this.#plain(item, request) : this.#plus(item, request);
  }

  #plain(item: Item, request: Request): Iterable<Buffer> {
    switch (item.kind) {
      case 'menu':
        return [this.#menu(this.#lines(item))];
      case 'search':
        return [this.#menu(this.#results(request.search))];
      case 'document':
        return item.type === '0' ? [this.#text(item.views[0])] : item.views[0].source.read();
      case 'form':
        return [this.#menu('3This item asks questions. Please come back with a Gopher+ client.\t\terror.host\t1\r\n')];
      case 'refusal':
        // Plain gopher cannot say that an item has moved.
        if (this.#dialect.missing === 'plus-error' || item.code === 3) return this.#errorReply(item);
        return [this.#menu(`3${item.message}\t\terror.host\t1\r\n`)];
      case 'faulty':
        return [];
    }
  }

  async #plus(item: Item, request: Request): Promise<Iterable<Buffer>> {
    const wanted = (request.plus ?? '').slice(1);
    const wrong = this.#conversation.fault('wrong-length');
    switch (item.kind) {
      case 'menu':
      case 'search': {
        if (wanted !== '' && !/^application\/gopher\+?-menu/i.test(wanted)) return noSuchView(wanted);
        const lines = item.kind === 'menu' ? this.#lines(item) : this.#results(request.search);
        return framedText('+', 'period', lines);
      }
      case 'document': {
        const view = chooseView(item.views, wanted);
        if (view === null) return noSuchView(wanted);
        const isText = view.mediaType.startsWith('text/') && item.type === '0';
        const source = isText
          ? stored(Buffer.from(crlf(whole(view.source).toString('latin1')), 'latin1'))
          : view.source;
        // A file may contain the period that ends a reply, and so may a text. Both then need a length.
        const safe = item.framing !== 'period' || (isText && !/^\.\r$/m.test(whole(source).toString('latin1')));
        return framed('+', safe ? item.framing : 'length', source, wrong === null ? 0 : (wrong.by ?? 10));
      }
      case 'form':
        return this.#form(item, request);
      case 'refusal':
        return this.#errorReply(item);
      case 'faulty':
        return [];
    }
  }

  #errorReply({ code, message, framing }: Extract<Item, { kind: 'refusal' }>): Iterable<Buffer> {
    const moved = code === 3 ? this.#find(message) : null;
    return errorReply(code, moved === null ? message : descriptor(moved, this.#style), framing);
  }

  async #form(form: Extract<Item, { kind: 'form' }>, request: Request): Promise<Iterable<Buffer>> {
    if (!request.dataFollows) return errorReply(1, 'This item wants its questions answered: ask for its attributes.');
    try {
      const lines = await readBlock(this.#conversation);
      checkAnswers(form.fields, lines);
      return framedText('+', 'period', ['Answers received:', ...lines, ''].join('\r\n'));
    } catch (error) {
      if (!(error instanceof MalformedAnswer)) throw error;
      return errorReply(1, `The form cannot be read: ${error.message}`);
    }
  }

  #lines(menu: Extract<Item, { kind: 'menu' }>): Octets {
    return menu.lines.map((line) => menuLine(line, this.#space, this.#style)).join('');
  }

  #results(words: Octets | null): Octets {
    const matches = search(this.#space, words ?? '');
    if (matches.length === 0) return menuLine(NOTHING_FOUND, this.#space, this.#style);
    return matches.map(({ selector }) => menuLine({ see: selector }, this.#space, this.#style)).join('');
  }

  #itemAttributes(placed: PlacedItem, only: readonly string[]): Octets {
    return attributes(placed, this.#space, this.#style, only);
  }

  #menuAttributes(item: Item, request: Request, only: readonly string[]): Octets | null {
    if (item.kind === 'search') {
      const scored = (match: Match): Octets =>
        this.#itemAttributes(match, only).replace(/(\+ADMIN:\r\n.*\r\n)/, `$1 Score: ${match.score}\r\n`);
      return search(this.#space, request.search ?? '')
        .map(scored)
        .join('');
    }
    if (item.kind !== 'menu') return null;
    const shown = item.lines.map((line) => {
      const placed = itemOfLine(line, this.#space);
      if (placed !== null) return this.#itemAttributes(placed, only);
      return foreignAttributes(menuLine(line, this.#space, this.#style));
    });
    return shown.join('');
  }

  #menu(lines: Octets): Buffer {
    return Buffer.from(this.#dialect.lastLine ? `${lines}.\r\n` : lines, 'latin1');
  }

  #text(view: View): Buffer {
    const text = whole(view.source).toString('latin1');
    if (this.#dialect.doublesDots) return Buffer.from(dotStuffed(text), 'latin1');
    return Buffer.from(this.#dialect.lastLine ? `${crlf(text)}.\r\n` : text, 'latin1');
  }

  #missing(request: Request): Iterable<Buffer> {
    const message = `'${request.selector}' is not in this museum`;
    if (request.plus !== null || this.#dialect.missing === 'plus-error') return errorReply(1, message);
    if (this.#dialect.missing === 'text') return [Buffer.from(`Error: File or directory not found!\r\n`)];
    return [this.#menu(`3${message}\t\terror.host\t1\r\n`)];
  }
}

const noSuchView = (wanted: Octets): Iterable<Buffer> => errorReply(1, `There is no view ${wanted}.`);

/** The page for clients that request a `URL:` selector because they do not know the convention. */
function redirectPage(url: Octets): Buffer {
  const escaped = url.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return Buffer.from(`<!doctype html><title>A link to the Web</title><a href="${escaped}">${escaped}</a>\n`, 'latin1');
}
