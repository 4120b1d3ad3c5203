/** Menus in the form that the visitor wants. */
import { linesOf } from '../../../src/schemes/gopher/lines.ts';
import { parseMenu } from '../../../src/schemes/gopher/menu.ts';
import { latin1Of } from '../../../src/uri/octets.ts';
import { GatewayError } from '../../net/errors.ts';
import { limits } from '../../net/limits.ts';
import { pageResponse } from '../../pages/respond.tsx';
import { answerFresh, jsonFresh } from './caching.ts';
import { itemActions, notePlus } from './item-actions.ts';
import { placeOf } from './item-links.ts';
import { hasPictures, hasPlusItem, menuJson, menuPage, type ReadMenu } from './menu-lines.tsx';
import { openAs } from './open-file.ts';
import { refusal } from './refusal.ts';
import { collect, endsWithPeriod, type GopherContext, type Reply } from './reply.ts';
import { readerFor } from './text-reader.ts';

/**
 * Answers with a menu.
 *
 * @throws GatewayError `not-found` where all that it says is an error; `gateway-protocol` where it is none
 */
export async function openMenu(context: GopherContext, reply: Reply): Promise<Response> {
  const { format } = context.view;
  if (format === 'raw') return openAs(context, reply, 'text/plain');
  const { octets, complete } = await collect(reply, limits.menu, endsWithPeriod);
  reply.connection.close();
  const read = await readMenu(context, octets, complete);
  const parts = [octets, read.reader.charset];
  if (format === 'json') return jsonFresh(context, parts, () => menuJson(context, read));
  if (hasPlusItem(read.menu, context)) notePlus(context);
  const pictures = context.view.query.get('images') === 'show';
  const actions = itemActions(context);
  if (hasPictures(read.menu)) {
    const there = { text: 'Show pictures', href: context.links.self({ images: 'show' }) };
    actions.push(pictures ? { text: 'Hide pictures', href: context.links.self() } : there);
  }
  const page = menuPage(context, { ...read, pictures, actions });
  return answerFresh(context, [...parts, JSON.stringify(actions)], (fresh) =>
    pageResponse(context, page, { headers: { ...fresh } }),
  );
}

async function readMenu(context: GopherContext, octets: Uint8Array, complete: boolean): Promise<ReadMenu> {
  checkMenu(octets);
  const { lines, truncated } = parseMenu(octets, placeOf(context), limits.menuLines);
  const reader = await readerFor(
    context,
    lines.map(({ display }) => display),
  );
  const words = lines.filter(({ kind, display }) => kind !== 'info' || display.length > 0);
  if (words.length > 0 && words.every(({ kind }) => kind === 'error')) {
    throw refusal(words.map(({ display }) => reader.read(display)).join(' '));
  }
  return { menu: { lines, truncated: truncated || !complete }, reader };
}

/** Nearly everything can be a menu, but not everything. */
function checkMenu(octets: Uint8Array): void {
  const fault = (detail: string) => new GatewayError('gateway-protocol', detail);
  if (octets.length === 0) throw fault('The server closed the connection without a word.');
  if (isNoise(octets)) throw fault('The server sent something that is neither a menu nor a text.');
  const [, other] = /^(HTTP|SSH)[/-]\d\.\d/.exec(latin1Of(octets.subarray(0, 8))) ?? [];
  if (other !== undefined) throw fault(`The server speaks ${other} and not gopher.`);
  if (linesOf(octets).some((line) => line.length > limits.menuLine)) {
    throw fault('The server sent a line of excessive length.');
  }
}

/** One octet in so many may be a control that texts do not have: careless servers send such, too. */
const CARELESSNESS = 50;

function isNoise(octets: Uint8Array): boolean {
  const { length } = octets.filter((octet) => octet < 0x07 || (octet > 0x0d && octet < 0x20 && octet !== 0x1b));
  return length * CARELESSNESS > octets.length;
}
