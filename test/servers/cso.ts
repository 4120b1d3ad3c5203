/**
 * The CSO test server (RFC 2378): `status`, `siteinfo`, `fields`, `query`, `help` and `quit`, with the words of qi. It
 * knows the commands that change a phone book, and refuses them, so that a test sees if one is sent.
 */
import { bookEntries, bookFields } from './cso/book.ts';
import { CommandError, parseQuery } from './cso/query.ts';
import { listen, type RunningServer, type ServerOptions } from './listener.ts';

const MOST_ENTRIES = 5;
const HELP = ['The museum’s phone book knows who worked here.', 'Search for a name or a department.'];

/** Starts the CSO test server. */
export function startCso(options: ServerOptions = {}): Promise<RunningServer> {
  return listen('cso', options, async (conversation) => {
    for (;;) {
      const line = await conversation.line();
      if (line === null) return;
      const [command = ''] = line.trim().toLowerCase().split(/\s/, 1);
      if (['quit', 'exit', 'stop'].includes(command)) {
        await conversation.reply('200:Bye!\r\n');
        return;
      }
      const lines = replyTo(command, line.trim());
      await conversation.body(reply(lines.slice(0, -1)), '-200:1:        name: And so on\r\n');
      await conversation.reply(reply(lines.slice(-1)));
    }
  });
}

/** The reply to a line, line by line. */
function replyTo(command: string, line: string): readonly string[] {
  switch (command) {
    case 'status':
      return ['100:Qi server of the museum', '200:Database ready.'];
    case 'siteinfo':
      return ['-200:1:maildomain:museum.test', '200:Ok.'];
    case 'fields':
      return [...fieldLines(), '200:Ok.'];
    case 'help':
      return [...HELP.map((text) => `-200:1:${text.replace('’', "'")}`), '200:Ok.'];
    case 'query':
    case 'ph':
      return queryReply(line);
    case 'login':
    case 'add':
    case 'change':
    case 'delete':
    case 'set':
      return ['506:You must be logged in.'];
    default:
      return ['514:Unknown command.'];
  }
}

function fieldLines(): readonly string[] {
  return bookFields.flatMap(({ number, name, attributes, description }) => [
    `-200:${number}:${name}:${attributes}`,
    `-200:${number}:${name}:${description}`,
  ]);
}

function queryReply(line: string): readonly string[] {
  try {
    const { matches, fields } = parseQuery(line);
    const found = bookEntries.filter(matches);
    if (found.length === 0) return ['501:No matches to your query.'];
    if (found.length > MOST_ENTRIES) return ['502:Too many entries to print.'];
    const width = Math.max(...bookFields.map(({ name }) => name.length));
    const lines = found.flatMap((entry, index) =>
      fields.flatMap((field) => {
        const value = entry[field];
        const named = (status: number, name: string, text: string) =>
          `-${status}:${index + 1}:${name.padStart(width)}: ${text}`;
        if (value === undefined) return [named(508, field, 'Not present in entry.')];
        return value.split('\n').map((part, at) => named(200, at === 0 ? field : '', part));
      }),
    );
    return [
      `102:There ${found.length === 1 ? 'was 1 match' : `were ${found.length} matches`} to your request.`,
      ...lines,
      '200:Ok.',
    ];
  } catch (error) {
    if (error instanceof CommandError) return [error.message];
    throw error;
  }
}

const reply = (lines: readonly string[]): string => lines.map((line) => `${line}\r\n`).join('');
