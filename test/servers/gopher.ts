/**
 * The gopher server of the museum: RFC 1436 with Gopher+ (30 July 1993), in the three dialects that real servers
 * speak, with TLS on the same port if wanted.
 */
import { gopherspace, type Neighbours } from './content/gopherspace.ts';
import type { Conversation } from './conversation.ts';
import { checkAnswers, MalformedAnswer, readBlock } from './gopher/ask.ts';
import type { Exhibit, Gopherspace, View } from './gopher/exhibit.ts';
import { descriptor, type MenuStyle, menuLine, type Place, placeOf } from './gopher/menu.ts';
import { apology, attributes, chooseView, foreignAttributes, framed, framedText } from './gopher/plus.ts';
import { parseRequest, type Request } from './gopher/request.ts';
import { type Match, NOTHING_FOUND, search } from './gopher/search.ts';
import { listen, type RunningServer, type ServerOptions } from './listener.ts';
import { crlf, dotStuffed, type Octets } from './octets.ts';
import { stored, whole } from './source.ts';

/** What the servers in the wild do differently. */
export const dialects = {
  /** By the book: texts and menus end with a period, dots are doubled, Gopher+ after one tab or two. */
  rfc1436: { lastLine: true, doublesDots: true, plus: true, oneTabOnly: false, missing: 'item' },
  /** UMN gopherd 2.0: does not double dots, does not answer after two tabs, apologizes in Gopher+ to everybody. */
  umn: { lastLine: true, doublesDots: false, plus: true, oneTabOnly: true, missing: 'apology' },
  /** gophernicus and its kind: texts as they are, no Gopher+, errors as text. */
  bare: { lastLine: false, doublesDots: false, plus: false, oneTabOnly: false, missing: 'text' },
} as const;

export type Dialect = keyof typeof dialects;

export interface GopherOptions extends ServerOptions {
  readonly dialect?: Dialect;
  /** The host name that menus show; `localhost` unless told otherwise. */
  readonly name?: string;
  /** The ports of the museum's other servers, for the links to them. */
  readonly neighbours?: Partial<Neighbours>;
}

/**
 * Starts the gopher server.
 *
 * @example
 * ```ts
 * const museum = await startGopher({ dialect: 'umn' });
 * await museum.faults.set('reset');
 * await museum.close();
 * ```
 */
export async function startGopher(options: GopherOptions = {}): Promise<RunningServer> {
  const space = gopherspace({ ftp: 2121, nntp: 1119, closed: 7079, ...options.neighbours });
  const dialect = dialects[options.dialect ?? 'rfc1436'];
  const server: RunningServer = await listen('gopher', options, async (conversation) => {
    const address = { name: options.name ?? 'localhost', port: server.port };
    await new GatewayContext(space, dialect, { address, plus: dialect.plus }, conversation).serve();
  });
  return server;
}

/** One request and its answer. */
class GatewayContext {
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
    const request = parseRequest(line, (selector) => this.#find(selector)?.exhibit.kind === 'search');
    if (this.#dialect.oneTabOnly && request.emptySearch) return;
    const answer = await this.#answer(this.#dialect.plus ? request : { ...request, plus: null });
    await this.#conversation.body(answer, 'iAnd so on\t\terror.host\t1\r\n');
  }

  /** The exhibit behind a selector. The root, caps.txt and robots.txt are known with and without a slash. */
  #find(selector: Octets): Place | null {
    for (const candidate of [selector, selector.replace(/^\//, '')]) {
      const exhibit = this.#space.get(candidate);
      if (exhibit === undefined) continue;
      if (exhibit.kind !== 'mishap') return { selector: candidate, exhibit };
      this.#conversation.suffer(exhibit.fault);
      return this.#find(exhibit.of);
    }
    return null;
  }

  async #answer(request: Request): Promise<Iterable<Buffer>> {
    if (/^\/?URL:/.test(request.selector)) return [redirectPage(request.selector.replace(/^\/?URL:/, ''))];
    const found = this.#find(request.selector);
    if (found === null) return this.#missing(request);
    const { exhibit } = found;
    const [command] = request.plus ?? '';
    if (command === '!' || command === '$') {
      const only = (request.plus ?? '').slice(1).split(/[+ ]+/).filter(Boolean);
      const text = command === '!' ? this.#itemAttributes(found, only) : this.#menuAttributes(exhibit, request, only);
      return text === null
        ? apology(1, 'Only menus have attributes of all their items.')
        : framedText('+', 'period', text);
    }
    return command === undefined ? this.#plain(exhibit, request) : this.#plus(exhibit, request);
  }

  #plain(exhibit: Exhibit, request: Request): Iterable<Buffer> {
    switch (exhibit.kind) {
      case 'menu':
        return [this.#menu(this.#lines(exhibit))];
      case 'search':
        return [this.#menu(this.#results(request.search))];
      case 'document':
        return exhibit.type === '0' ? [this.#text(exhibit.views[0])] : exhibit.views[0].source.read();
      case 'form':
        return [this.#menu('3This item asks questions. Please come back with a Gopher+ client.\t\terror.host\t1\r\n')];
      case 'refusal':
        // Plain gopher has no way to say where an item went.
        if (this.#dialect.missing === 'apology' || exhibit.code === 3) return this.#apology(exhibit);
        return [this.#menu(`3${exhibit.words}\t\terror.host\t1\r\n`)];
      case 'mishap':
        return [];
    }
  }

  async #plus(exhibit: Exhibit, request: Request): Promise<Iterable<Buffer>> {
    const wanted = (request.plus ?? '').slice(1);
    const wrong = this.#conversation.fault('wrong-length');
    switch (exhibit.kind) {
      case 'menu':
      case 'search': {
        if (wanted !== '' && !/^application\/gopher\+?-menu/i.test(wanted)) return noSuchView(wanted);
        const lines = exhibit.kind === 'menu' ? this.#lines(exhibit) : this.#results(request.search);
        return framedText('+', 'period', lines);
      }
      case 'document': {
        const view = chooseView(exhibit.views, wanted);
        if (view === null) return noSuchView(wanted);
        const isText = view.mediaType.startsWith('text/') && exhibit.type === '0';
        const source = isText
          ? stored(Buffer.from(crlf(whole(view.source).toString('latin1')), 'latin1'))
          : view.source;
        // What is no text may contain the period; what is text and contains it, too.
        const safe = exhibit.framing !== 'period' || (isText && !/^\.\r$/m.test(whole(source).toString('latin1')));
        return framed('+', safe ? exhibit.framing : 'length', source, wrong === null ? 0 : (wrong.by ?? 10));
      }
      case 'form':
        return this.#form(exhibit, request);
      case 'refusal':
        return this.#apology(exhibit);
      case 'mishap':
        return [];
    }
  }

  #apology({ code, words, framing }: Extract<Exhibit, { kind: 'refusal' }>): Iterable<Buffer> {
    const moved = code === 3 ? this.#find(words) : null;
    return apology(code, moved === null ? words : descriptor(moved, this.#style), framing);
  }

  async #form(form: Extract<Exhibit, { kind: 'form' }>, request: Request): Promise<Iterable<Buffer>> {
    if (!request.dataFollows) return apology(1, 'This item wants its questions answered: ask for its attributes.');
    try {
      const lines = await readBlock(this.#conversation);
      checkAnswers(form.fields, lines);
      return framedText('+', 'period', ['Answers received:', ...lines, ''].join('\r\n'));
    } catch (error) {
      if (!(error instanceof MalformedAnswer)) throw error;
      return apology(1, `The form cannot be read: ${error.message}`);
    }
  }

  #lines(menu: Extract<Exhibit, { kind: 'menu' }>): Octets {
    return menu.lines.map((line) => menuLine(line, this.#space, this.#style)).join('');
  }

  #results(words: Octets | null): Octets {
    const matches = search(this.#space, words ?? '');
    if (matches.length === 0) return menuLine(NOTHING_FOUND, this.#space, this.#style);
    return matches.map(({ selector }) => menuLine({ see: selector }, this.#space, this.#style)).join('');
  }

  #itemAttributes(place: Place, only: readonly string[]): Octets {
    return attributes(place, this.#space, this.#style, only);
  }

  #menuAttributes(exhibit: Exhibit, request: Request, only: readonly string[]): Octets | null {
    if (exhibit.kind === 'search') {
      const scored = (match: Match): Octets =>
        this.#itemAttributes(match, only).replace(/(\+ADMIN:\r\n.*\r\n)/, `$1 Score: ${match.score}\r\n`);
      return search(this.#space, request.search ?? '')
        .map(scored)
        .join('');
    }
    if (exhibit.kind !== 'menu') return null;
    const shown = exhibit.lines.map((line) => {
      const place = placeOf(line, this.#space);
      if (place !== null) return this.#itemAttributes(place, only);
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
    const words = `'${request.selector}' is not in this museum`;
    if (request.plus !== null || this.#dialect.missing === 'apology') return apology(1, words);
    if (this.#dialect.missing === 'text') return [Buffer.from(`Error: File or directory not found!\r\n`)];
    return [this.#menu(`3${words}\t\terror.host\t1\r\n`)];
  }
}

const noSuchView = (wanted: Octets): Iterable<Buffer> => apology(1, `There is no view ${wanted}.`);

/** What servers give to clients that send a `URL:` selector because they do not know what it means. */
function redirectPage(url: Octets): Buffer {
  const escaped = url.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return Buffer.from(`<!doctype html><title>A link to the Web</title><a href="${escaped}">${escaped}</a>\n`, 'latin1');
}
