/** Checks ftp and ftps links: logs in as anonymous, changes the directory, and asks for the size of a file. */

import { splitFtpPath } from '../../../src/schemes/ftp/path.ts';
import { decodeSegment } from '../../../src/schemes/ftp/segment.ts';
import { ALIVE, type LinkContext, type LinkFinding } from '../contract/check.ts';
import { changeDirectory, isDirectory } from './change-directory.ts';
import { transfer } from './data-connection.ts';
import { factsOf } from './file-facts.ts';
import { type FtpSession, LoginRefused, openSession, REFUSED_ANONYMOUS } from './login.ts';
import { refusal, wordsOf } from './status.ts';

export async function checkFtp(context: LinkContext<'ftp'>): Promise<LinkFinding> {
  const { resolution, environment, connect } = context;
  const { segments, type } = splitFtpPath(resolution.components.path);
  const names = segments.map(decodeSegment);
  try {
    const session = await openSession(connect, {
      credentials: null,
      anonymousPassword: environment.contact?.text ?? 'anonymous@',
      tls: resolution.scheme === 'ftps' ? 'implicit' : 'none',
    });
    const name = names.at(-1) ?? '';
    if (name !== '' && type !== 'd') return await checkFile(session, names.slice(0, -1), name);
    const { notice } = await changeDirectory(session, name === '' ? names.slice(0, -1) : names);
    return { status: 'alive', reply: wordsOf(notice ?? session.welcome) };
  } catch (error) {
    if (error instanceof LoginRefused) return { status: 'restricted', detail: REFUSED_ANONYMOUS };
    throw error;
  }
}

async function checkFile(session: FtpSession, directory: readonly string[], name: string): Promise<LinkFinding> {
  const position = await changeDirectory(session, directory);
  await session.control.command('TYPE', 'I');
  const path = position.prefix + name;
  const facts = await factsOf(session, path);
  if (facts.kind === 'file') return { ...ALIVE, reply: `213 ${facts.size}` };
  if (facts.kind === 'directory' || (await isDirectory(session, position, name))) return ALIVE;
  if (facts.refused !== null) throw refusal(facts.refused, path);
  // The server does not know SIZE, so only a transfer shows whether the file exists. It is ended at once.
  const begun = await transfer(session, 'RETR', path);
  if (begun.kind === 'refused') throw refusal(begun.reply, path);
  begun.data.close();
  return ALIVE;
}
