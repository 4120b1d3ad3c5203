/**
 * The attributes of Gopher+ as pages: what a server knows of one item (`!`), or of every item of a menu (`$`). Of
 * what servers send, this gateway itself picks the attributes that a link asks for, as few servers do.
 */
import type { VNode } from 'preact';
import { askFieldsOf } from '../../../src/schemes/gopher/ask-form.ts';
import {
  type Block,
  blockOf,
  type ItemAttributes,
  modifiedOf,
  onlyAttributes,
  parseAttributes,
  type View,
  viewsOf,
} from '../../../src/schemes/gopher/attributes.ts';
import { itemUrl } from '../../../src/schemes/gopher/item-url.ts';
import { parseMenuLine } from '../../../src/schemes/gopher/menu.ts';
import type { GopherPath } from '../../../src/schemes/gopher/path.ts';
import { concatOctets } from '../../../src/uri/octets.ts';
import { GatewayError } from '../../net/errors.ts';
import { limits } from '../../net/limits.ts';
import { type Detail, Details } from '../../pages/details.tsx';
import { REL } from '../../pages/layout.tsx';
import { pageResponse } from '../../pages/respond.tsx';
import { answerFresh, jsonFresh } from './caching.ts';
import { notePlus, withPlus } from './item-actions.ts';
import { placeOf } from './item-links.ts';
import { pageOf, visible } from './item-page.ts';
import { Lines, lineJson } from './menu-lines.tsx';
import { apologize } from './refusal.ts';
import { ask, collect, type GopherContext, type Reply } from './reply.ts';
import { readerFor, type TextReader } from './text-reader.ts';

/**
 * Asks for the attributes that a link is about. They are asked for whole: some servers answer a question for single
 * ones with the item itself.
 */
export function askForAttributes(context: GopherContext, path: GopherPath): Promise<Reply> {
  const all = context.resolution.details.gopherPlus?.kind === 'directoryAttributes';
  return ask(context, { ...path, plus: all ? '$' : '!' });
}

/**
 * Reads attributes.
 *
 * @throws GatewayError `not-found` from a server that has none to give
 */
export async function readAttributes(
  context: GopherContext,
  reply: Reply,
): Promise<{ readonly items: readonly ItemAttributes[]; readonly octets: Uint8Array }> {
  const { octets, complete } = await collect(reply, limits.menu);
  reply.connection.close();
  if (!complete) throw new GatewayError('gateway-limit', `The attributes are longer than ${limits.menu} octets.`);
  const items = reply.plus ? parseAttributes(octets, placeOf(context)) : [];
  if (items.length === 0)
    throw new GatewayError('not-found', 'This server does not speak Gopher+: it has no attributes.');
  notePlus(context);
  return { items, octets };
}

/** Answers with attributes in the form that the visitor wants. */
export async function openAttributes(
  context: GopherContext,
  reply: Reply,
  names: readonly string[],
): Promise<Response> {
  if (reply.failed) return apologize(context, reply);
  const { items, octets } = await readAttributes(context, reply);
  const shown = items.map((item) => onlyAttributes(item, names));
  const reader = await readerFor(context, shown.flatMap(piecesOf));
  const parts = [octets, reader.charset];
  const response =
    context.view.format === 'html'
      ? answerFresh(context, parts, (fresh) => attributesPage(context, shown, reader, { ...fresh }))
      : jsonFresh(context, parts, () => ({
          kind: 'attributes',
          url: context.resolution.canonical,
          charset: reader.charset,
          items: shown.map((item) => attributesJson(item, context, reader)),
        }));
  const [item, another] = items;
  const modified = item === undefined || another !== undefined ? null : modifiedAt(item);
  // A date that is yet to come must not be sent (RFC 9110 §8.8.2.1).
  if (modified !== null && modified.getTime() < Date.now()) {
    response.headers.set('Last-Modified', modified.toUTCString());
  }
  return response;
}

function attributesPage(
  context: GopherContext,
  items: readonly ItemAttributes[],
  reader: TextReader,
  headers: Readonly<Record<string, string>>,
): Response {
  const told = items.filter(({ info, blocks }) => info === null || info.kind === 'item' || blocks.length > 0);
  const content = told.map((item) => <Attributes context={context} item={item} reader={reader} />);
  const page = pageOf(context, { kicker: 'Gopher+ attributes', actions: actionsOf(context), content });
  return pageResponse(context, page, { headers });
}

function modifiedAt(item: ItemAttributes): Date | null {
  const admin = blockOf(item, 'ADMIN');
  return admin && modifiedOf(admin);
}

function actionsOf(context: GopherContext) {
  const { links } = context;
  const item = links.hrefOf(withPlus(context, null));
  return [
    ...(item === null ? [] : [{ text: 'The item itself', href: item }]),
    { text: 'JSON', href: links.self({ format: 'json' }) },
  ];
}

/** The octets of an item that are text. */
function piecesOf({ info, blocks }: ItemAttributes): Uint8Array[] {
  return [...(info === null ? [] : [info.display]), ...blocks.flatMap(({ argument, lines }) => [argument, ...lines])];
}

interface AttributesProps {
  readonly context: GopherContext;
  readonly item: ItemAttributes;
  readonly reader: TextReader;
}

/** All attributes of one item. */
function Attributes({ context, item, reader }: AttributesProps): VNode {
  const { info, blocks } = item;
  return (
    <section class="attributes">
      {info !== null && <Lines context={context} lines={[info]} reader={reader} />}
      <Details rows={blocks.flatMap((block) => rowsOf(block, { context, item, reader }))} />
    </section>
  );
}

function rowsOf(block: Block, props: AttributesProps): Detail[] {
  const { reader } = props;
  switch (block.name) {
    case 'ADMIN':
      return block.lines.map((line) => adminRow(reader.read(line)));
    case 'VIEWS':
      return [['Representations', <Views {...props} views={viewsOf(block)} />]];
    case 'ABSTRACT':
      return [['Abstract', <Abstract {...props} block={block} />]];
    case 'ASK':
      return [['Form', <FormLink {...props} questions={askFieldsOf(block, reader.read).length} />]];
    default:
      return [[block.name, textOfBlock(block, reader)]];
  }
}

function adminRow(line: string): Detail {
  const colon = line.indexOf(':');
  return colon === -1 ? ['', visible(line)] : [visible(line.slice(0, colon)), visible(line.slice(colon + 1).trim())];
}

/** Where a click on an item under a Gopher+ string leads. */
function hrefWithPlus({ context, item: { info } }: AttributesProps, plus: string): string | null {
  if (info?.kind !== 'item') return context.links.hrefOf(withPlus(context, plus));
  const secure = context.resolution.scheme === 'gophers';
  return context.links.hrefOf(itemUrl({ secure, place: info, type: info.type, selector: info.selector, plus }));
}

function Views({ views, ...props }: AttributesProps & { readonly views: readonly View[] }): VNode {
  return (
    <ul class="views">
      {views.map(({ type, language, size }) => {
        const href = hrefWithPlus(props, `+${type}${language === null ? '' : ` ${language}`}`);
        const name = language === null ? type : `${type}, ${language}`;
        return (
          <li>
            {href === null ? (
              name
            ) : (
              <a href={href} rel={REL}>
                {name}
              </a>
            )}
            {size !== null && <span class="aside"> {size}</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** The words of an abstract, or a link to where they are. */
function Abstract({ context, reader, block }: AttributesProps & { readonly block: Block }): VNode {
  const elsewhere = block.argument.length === 0 ? null : parseMenuLine(block.argument, placeOf(context));
  return (
    <>
      {elsewhere !== null && <Lines context={context} lines={[elsewhere]} reader={reader} />}
      {textOfBlock(block, reader)}
    </>
  );
}

function FormLink({ questions, ...props }: AttributesProps & { readonly questions: number }): VNode {
  const href = hrefWithPlus(props, '?');
  const words = `${questions} ${questions === 1 ? 'line' : 'lines'} to read and fill in`;
  return <span>{href === null ? words : <a href={href}>{words}</a>}</span>;
}

function textOfBlock(block: Block, reader: TextReader): string {
  return visible(reader.read(concatOctets(...block.lines.flatMap((line) => [line, '\n'])))).trimEnd();
}

function attributesJson(item: ItemAttributes, context: GopherContext, reader: TextReader): unknown {
  const views = blockOf(item, 'VIEWS');
  const form = blockOf(item, 'ASK');
  return {
    info: item.info === null ? null : lineJson(item.info, context, reader),
    modified: modifiedAt(item)?.toISOString() ?? null,
    views: views === null ? [] : viewsOf(views),
    ask: form === null ? [] : askFieldsOf(form, reader.read),
    blocks: item.blocks.map(({ name, argument, lines }) => ({
      name,
      argument: reader.read(argument),
      lines: lines.map((line) => reader.read(line)),
    })),
  };
}
