/**
 * The data block of a filled-in `+ASK` form (Gopher+ §2.8). It is checked strictly, so that a client which passes the
 * tests works with any server.
 */
import type { Conversation } from '../conversation.ts';
import type { Octets } from '../octets.ts';
import type { AskField } from './item.ts';

/** Thrown for a block that breaks the rules of Gopher+; the message says how. */
export class MalformedAnswer extends Error {}

/**
 * Reads the data block after a request: `+n` and n octets, `+-1` and lines up to a period, or `+-2` and everything
 * until the client closes its side.
 *
 * @returns the lines of the block, without line ends
 */
export async function readBlock(conversation: Conversation): Promise<Octets[]> {
  const header = await conversation.line();
  const size = /^\+(-1|-2|0|[1-9]\d{0,6})$/.exec(header ?? '')?.[1];
  if (size === undefined) throw new MalformedAnswer(`the header of the data block is ${JSON.stringify(header)}`);
  const lines: Octets[] = [];
  if (size === '-1' || size === '-2') {
    for (;;) {
      const line = await conversation.line();
      if (line === null && size === '-2') break;
      if (line === null) throw new MalformedAnswer('the data block has no last line');
      if (line === '.' && size === '-1') break;
      lines.push(line);
    }
  } else {
    const octets = await conversation.exactly(Number(size));
    if (octets.length < Number(size)) throw new MalformedAnswer('the data block is shorter than it says');
    lines.push(...octets.toString('latin1').replace(/\r\n$/, '').split('\r\n'));
  }
  if (/(^|[^\r])\n/.test(conversation.received.octets.toString('latin1'))) {
    throw new MalformedAnswer('a line ends with LF and no CR');
  }
  return lines;
}

/**
 * Checks the lines of a block against the fields of the form. A field has one line, except that AskL has a count and
 * that many lines, Note has none, and ChooseF has all remaining lines.
 *
 * @throws {@link MalformedAnswer}
 */
export function checkAnswers(fields: readonly AskField[], lines: readonly Octets[]): void {
  let at = 0;
  const next = (field: AskField): Octets => {
    const line = lines[at];
    at += 1;
    if (line === undefined) throw new MalformedAnswer(`no answer to "${field.text}"`);
    return line;
  };
  for (const field of fields) {
    switch (field.kind) {
      case 'Note':
        break;
      case 'Ask':
      case 'AskP':
      case 'AskF':
        next(field);
        break;
      case 'AskL': {
        const count = next(field);
        if (!/^(0|[1-9]\d{0,3})$/.test(count)) throw new MalformedAnswer(`"${field.text}" has no line count: ${count}`);
        for (let line = 0; line < Number(count); line += 1) next(field);
        break;
      }
      case 'Choose': {
        const choice = next(field);
        if (!field.options.includes(choice)) throw new MalformedAnswer(`"${field.text}" has no choice "${choice}"`);
        break;
      }
      case 'Select': {
        const choice = next(field);
        if (choice !== '0' && choice !== '1') throw new MalformedAnswer(`"${field.text}" is 0 or 1, not "${choice}"`);
        break;
      }
      case 'ChooseF':
        at = lines.length;
    }
  }
  if (at < lines.length) throw new MalformedAnswer(`${lines.length - at} lines too many`);
}
