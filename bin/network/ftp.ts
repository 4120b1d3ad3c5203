/** Opens ftp and ftps links: directories and files. */
import { type FtpClient, type FtpTarget, openTarget, targetOf } from '../../src/protocols/ftp/client.ts';
import { COLUMNS, DIRECTIONS } from '../../src/protocols/ftp/listed-entries.ts';
import { codeOf, GatewayError, isFailure } from '../../worker/errors/gateway-error.ts';
import { type DirectoryView, directoryJson, directoryUrl, directoryView } from '../../worker/gateway/ftp/directory.ts';
import { fileTitle } from '../../worker/gateway/ftp/send-file.tsx';
import { jsonPieces } from '../../worker/gateway/shared/json-stream.ts';
import { mediaTypeOf } from '../../worker/gateway/shared/media-type.ts';
import { directoryLines, type OpenContext, type Opened, octetsOf, paragraph } from './opened.ts';

type Context = OpenContext<'ftp'>;

export async function openFtp(context: Context): Promise<Opened> {
  const { resolution, credentials, connect } = context;
  const target = targetOf(resolution.components.path);
  const login = { credentials, tls: resolution.scheme === 'ftps' ? 'implicit' : 'none' } as const;
  try {
    return await openTarget(
      (tls) => connect({ tls }),
      login,
      target,
      (client) => answer(context, client, target),
    );
  } catch (error) {
    if (credentials === null || !isFailure(error) || codeOf(error) !== 'unauthorized') throw error;
    // A password that is not enough is no reason to ask for one.
    throw new GatewayError('forbidden', error.message, { cause: error });
  }
}

async function answer(context: Context, client: FtpClient, { directories, file, type }: FtpTarget): Promise<Opened> {
  const { resolution, format, view } = context;
  const notice = await client.changeDirectory(directories);
  if (file === null) return format === 'raw' ? rawListing(context, client) : openDirectory(context, client, notice);
  const facts = await client.facts(file);
  const size = type === 'I' && facts.kind === 'file' ? facts.size : null;
  const download =
    facts.kind === 'directory' ? null : await client.retrieveUnlessDirectory(file, { type, start: 0, size });
  if (download === null) return { kind: 'moved', url: directoryUrl(resolution) };
  const { octets: first } = await download.beginning(Number.POSITIVE_INFINITY);
  const mediaType = mediaTypeOf(fileTitle(file, view.charset), { first, charset: view.charset });
  const remark = () => (download.unconfirmed ? UNCONFIRMED : null);
  return { kind: 'file', mediaType, octets: octetsOf(download), remark };
}

const UNCONFIRMED = '226 did not come; the length is right.';

/** The listing as the server writes it. */
async function rawListing({ view }: Context, client: FtpClient): Promise<Opened> {
  const body = (await client.rawListing(['LIST', 'NLST']))?.body ?? null;
  const first = (await body?.read()) ?? new Uint8Array();
  body?.unread(first);
  const mediaType = mediaTypeOf('list.txt', { first, charset: view.charset });
  return { kind: 'file', mediaType, octets: body === null ? [] : octetsOf(body) };
}

async function openDirectory(
  context: Context,
  client: FtpClient,
  notice: Parameters<typeof directoryView>[1]['notice'],
): Promise<Opened> {
  const listing = await client.list();
  const readme = listing.cut ? null : await client.readme(listing);
  const order = { column: COLUMNS[0], direction: DIRECTIONS[0] };
  const directory = directoryView(context, { client, notice, listing, readme }, order);
  return { kind: 'values', json: jsonPieces(...directoryJson(directory)), lines: linesOf(directory) };
}

function* linesOf({ welcome, notice, listing, indices, readme, decode }: DirectoryView): Generator<string> {
  const entries = Array.from(listing.entries.at(indices), ({ kind, name, size, modified, target }) => ({
    name: decode(name),
    size,
    modified,
    isDirectory: kind === 'directory',
    target: target === null ? null : decode(target),
  }));
  yield* paragraph(welcome);
  yield* paragraph(notice);
  yield* directoryLines(entries);
  yield* listing.unread.map(decode);
  yield* paragraph(readme === null ? null : decode(readme.text), 'below');
}
