/** A news server that knows one article, whose message-id has a "%" as programs of the 1990s wrote it. */
import { listen, type RunningServer } from './listener.ts';

/** The message-id of the article. Read as a URL, `%76` in it is the letter v. */
export const RAW_ID = 'NM%76.1197$BQ6@news4.test';

export async function startRawId(): Promise<RunningServer> {
  return listen('nntp', {}, async (conversation) => {
    await conversation.reply('200 ready\r\n');
    for (let line = await conversation.line(); line !== null; line = await conversation.line()) {
      await conversation.reply(
        `${answers.get(line) ?? (/^(?:ARTICLE|STAT) /.test(line) ? '430 none' : '500 what?')}\r\n`,
      );
    }
  });
}

const answers: ReadonlyMap<string, string> = new Map([
  ['MODE READER', '201 no posting'],
  [`STAT <${RAW_ID}>`, `223 0 <${RAW_ID}>`],
  [`ARTICLE <${RAW_ID}>`, `220 0 <${RAW_ID}>\r\nMessage-ID: <${RAW_ID}>\r\nSubject: Raw\r\n\r\nHello.\r\n.`],
]);
