/** Checks ftp and ftps links: logs in as anonymous, changes the directory, and asks for the size of a file. */
import type { FtpClient } from '../../../src/protocols/ftp/client.ts';
import { LoginRefused } from '../../../src/protocols/ftp/login.ts';
import { wordsOf } from '../../../src/protocols/ftp/reply.ts';
import { type FtpTarget, openTarget, targetOf } from '../../../src/protocols/ftp/target.ts';
import { ALIVE, type LinkContext, type LinkFinding } from '../contract/check.ts';

export async function checkFtp(context: LinkContext<'ftp'>): Promise<LinkFinding> {
  const { resolution, environment, connect } = context;
  const target = targetOf(resolution.components.path);
  const login = {
    anonymousPassword: environment.contact?.text,
    tls: resolution.scheme === 'ftps' ? 'implicit' : 'none',
  } as const;
  try {
    return await openTarget(
      (tls) => connect({ tls }),
      login,
      target,
      (client) => ask(client, target),
    );
  } catch (error) {
    if (error instanceof LoginRefused) return { status: 'restricted', detail: error.message };
    throw error;
  }
}

async function ask(client: FtpClient, { directories, file }: FtpTarget): Promise<LinkFinding> {
  const notice = await client.changeDirectory(directories);
  if (file === null) return { status: 'alive', reply: wordsOf(notice ?? client.welcome) };
  const facts = await client.lookUp(file);
  if (facts.kind === 'file') return { ...ALIVE, reply: `213 ${facts.size}` };
  // The server does not know SIZE, so only a transfer shows whether the file exists. It is ended at once.
  if (facts.kind === 'unknown') (await client.retrieve(file)).close();
  return ALIVE;
}
