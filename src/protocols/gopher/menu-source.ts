/**
 * A menu as it arrives. Its beginning is read before the response begins, because it decides about status, title and
 * charset; the rest is read while the response is written. A menu that arrives quickly is all beginning.
 */
import { type OctetString, octetStringOf } from '../../octets/charset.ts';
import { latin1Of } from '../../octets/octets.ts';
import { UnitReader } from '../connection.ts';
import { protocolLimits } from '../limits.ts';
import { longLine, ProtocolError } from '../protocol-error.ts';
import { type MenuItem, type MenuLine, MenuParser, type ServerAddress } from './menu.ts';
import { endsWithPeriod, PERIOD_LINE_LENGTH } from './period.ts';
import { type GopherReply, refusal } from './reply.ts';
import type { ReplyBody } from './reply-body.ts';
import { type Charsets, prefetchDeclared, TextReader } from './text-reader.ts';

/** The most octets of a beginning. Nearly all menus are shorter. */
const BEGINNING = 128 * 1024;
/** How long to wait for them after the first ones, in milliseconds. What has arrived is shown then. */
const BEGINNING_MS = 200;

const LF = 0x0a;

/** In octets. */
const LONGEST_HEADING = 60;

/** The octets that are parsed together. The lines of a part are garbage before the next part is parsed. */
const PART = 16 * 1024;

export class MenuSource {
  readonly reader: TextReader;
  readonly #body: ReplyBody;
  /** A server that sends one octet of a line now and then must not hold the connection. */
  readonly #line: UnitReader;
  readonly #parser: MenuParser;
  #octets: OctetString = '';
  #lines: MenuLine[] = [];
  #octetCount = 0;
  #lineCount = 0;
  #ended = false;
  #truncated = false;
  #broken: ProtocolError | null = null;

  private constructor(server: ServerAddress, { body }: GopherReply, charsets: Charsets) {
    this.reader = new TextReader(charsets);
    this.#body = body;
    this.#line = new UnitReader(body);
    this.#parser = new MenuParser(server);
  }

  /**
   * Reads the beginning of a menu.
   *
   * @param server - the server that sent it
   * @throws ProtocolError the server's error for a menu that has only errors; `malformed` for octets that are not
   * a menu
   */
  static async open(server: ServerAddress, reply: GopherReply, charsets: Charsets): Promise<MenuSource> {
    const menu = new MenuSource(server, reply, charsets);
    await menu.#readBeginning(charsets);
    return menu;
  }

  /** The octets of the beginning. */
  get octets(): OctetString {
    return this.#octets;
  }

  /** The lines of the beginning. */
  get lines(): readonly MenuLine[] {
    return this.#lines;
  }

  /** Whether the menu has ended: no more lines will come. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Whether the menu is longer than the limits of `protocolLimits`. */
  get truncated(): boolean {
    return this.#truncated;
  }

  /** The error that ended the beginning after its first lines; `null` = it is whole, or more lines may come. */
  get broken(): ProtocolError | null {
    return this.#broken;
  }

  /** The line that the server marks as the title, if it comes before all items. */
  get title(): MenuLine | null {
    const first = this.#lines.find((line) => !isBlank(line));
    return first?.kind === 'title' && first.display !== '' ? first : null;
  }

  /**
   * The line that is the heading of the menu although no server marks it: the first one, if it is a short line of words
   * with an empty line or an item below it.
   */
  get heading(): MenuLine | null {
    const index = this.#lines.findIndex((line) => !isBlank(line));
    const [line, next] = this.#lines.slice(index, index + 2);
    if (index < 0 || line?.kind !== 'info' || line.display.length > LONGEST_HEADING) return null;
    return next === undefined || (next.kind === 'info' && next.display.trim() !== '') ? null : line;
  }

  /** Whether the beginning has an item that fulfils a condition. */
  hasItem(condition: (item: MenuItem) => boolean): boolean {
    return this.#lines.some((line) => line.kind === 'item' && condition(line));
  }

  /** The lines after the beginning, as they arrive. */
  async *arrivals(): AsyncGenerator<readonly MenuLine[], void> {
    while (!this.#ended) yield await this.#readLines();
  }

  /** Ends the menu although the server may have more. */
  close(): void {
    this.#ended = true;
    this.#body.close();
  }

  async #readBeginning(charsets: Charsets): Promise<void> {
    const body = this.#body;
    body.expectPeriod();
    await prefetchDeclared(body, charsets);
    // The period ends a menu for certain, so nobody waits for the connection to close.
    const isWhole = (octets: Uint8Array) => endsWithPeriod(octets.subarray(-PERIOD_LINE_LENGTH));
    const options = { cap: BEGINNING, patience: BEGINNING_MS };
    // What came before an error can be read again, and the error follows it.
    const broken = async () => ({ ...(await body.peek(() => true, options)), ended: true });
    const { octets, ended } = await body.peek(isWhole, options).catch(broken);
    checkBeginning(octets);
    this.#octets = octetStringOf(octets);
    // An error has a status of its own, so it must be known whether the menu has anything else.
    const isEnough = () => this.#lines.some((line) => line.kind !== 'error' && !isBlank(line));
    try {
      while (!this.#ended && (ended || this.#octetCount < octets.length || !isEnough())) {
        this.#lines = this.#lines.concat(await this.#readLines());
      }
    } catch (error) {
      if (!(error instanceof ProtocolError) || !isEnough()) throw error;
      this.#broken = error;
      this.close();
    }
    const shown = this.#lines.filter((line) => !isBlank(line));
    if (shown.length > 0 && shown.every(({ kind }) => kind === 'error')) {
      this.close();
      throw refusal(shown.map(({ display }) => this.reader.read(display)).join(' '));
    }
  }

  async #readPart(): Promise<Uint8Array | null> {
    const octets = await this.#line.read();
    if (octets === null || octets.length <= PART) return octets;
    this.#body.unread(octets.subarray(PART));
    return octets.subarray(0, PART);
  }

  /** The lines of the next octets; the last ones at the end. */
  async #readLines(): Promise<MenuLine[]> {
    if (this.#ended) return [];
    const octets = await this.#readPart();
    let lines = octets === null ? this.#parser.end() : this.#parser.push(octetStringOf(octets));
    if (lines.length > 0) this.#line.finish();
    if (this.#parser.longestLine > protocolLimits.menuLine) throw longLine();
    this.#octetCount += octets?.length ?? 0;
    if (this.#octetCount > protocolLimits.menu || this.#lineCount + lines.length > protocolLimits.menuLines) {
      lines = lines.slice(0, protocolLimits.menuLines - this.#lineCount);
      this.#truncated = true;
    }
    this.#lineCount += lines.length;
    if (octets === null || this.#truncated || this.#parser.ended) this.close();
    await this.reader.learn(lines.map(({ display }) => display));
    return lines;
  }
}

function isBlank({ kind, display }: MenuLine): boolean {
  return kind === 'info' && display === '';
}

/**
 * Refuses octets that cannot begin a menu. Nearly any text can.
 *
 * @throws ProtocolError `malformed`
 */
export function checkBeginning(octets: Uint8Array): void {
  if (octets.length > protocolLimits.menuLine && !octets.includes(LF)) throw longLine();
  const fault = (detail: string) => new ProtocolError('malformed', detail);
  if (isBinary(octets)) throw fault('The server sent neither a menu nor a text.');
  const [, other] = /^(HTTP|SSH)[/-]\d\.\d/.exec(latin1Of(octets.subarray(0, 8))) ?? [];
  if (other !== undefined) throw fault(`The server speaks ${other}, not gopher.`);
}

/** The number of octets for each control character that is tolerated: some servers send them by mistake. */
const OCTETS_PER_CONTROL = 50;

function isBinary(octets: Uint8Array): boolean {
  let controls = 0;
  for (const octet of octets) if (octet < 0x07 || (octet > 0x0d && octet < 0x20 && octet !== 0x1b)) controls++;
  return controls * OCTETS_PER_CONTROL > octets.length;
}
