/** The parser of Markdown, with ends for what would take it quadratic time. */
import {
  type BlockContext,
  type InlineContext,
  type LeafBlock,
  type Line,
  parser,
  Strikethrough,
  Table,
} from '@lezer/markdown';

const DEEP = /^[ \t]*(?:(?:[-+*>]|\d{1,9}[.)])[ \t]+|>){100}/m;

/** Whether lists or quotations stand in one line, each of which the parser would try at every other. */
export function isTooDeep(text: string): boolean {
  return DEEP.test(text);
}

/**
 * The most characters times brackets and marks of one paragraph. Each opening bracket may be searched to the end of the
 * paragraph for the one that closes it, and each blank to the end of the blanks, so that a hostile paragraph would take
 * quadratic time.
 */
const MOST_STEPS = 30_000_000;

function stepsIn(text: string): number {
  const marks = text.match(/[[\]<*_~`!]/g)?.length ?? 0;
  const blanks = text.match(/ {100,}/g) ?? [];
  return text.length * marks + blanks.reduce((sum, { length }) => sum + length * length, 0);
}

/** A node of what is not read. */
export const TOO_LONG = 'TooLong';

/**
 * Ends the reading of a document in a paragraph that may be a reference definition for too long: at each of its lines,
 * the parser looks for the end of the label or of the title from the beginning again. What follows may be code or not.
 */
class LongDefinition {
  #steps = 0;

  nextLine(context: BlockContext, _line: Line, leaf: LeafBlock): boolean {
    this.#steps += leaf.content.length;
    if (this.#steps < MOST_STEPS_OF_DEFINITION) return false;
    if (!OPEN_DEFINITION.test(leaf.content.slice(0, LONGEST_LABEL))) {
      this.#steps = Number.NEGATIVE_INFINITY;
      return false;
    }
    while (context.nextLine());
    context.addLeafElement(leaf, context.elt(TOO_LONG, leaf.start, context.prevLineEnd()));
    return true;
  }

  finish(): boolean {
    return false;
  }
}

/** Each costs about as much as ten of the others. */
const MOST_STEPS_OF_DEFINITION = 3_000_000;
/** In UTF-16 code units, with the brackets (CommonMark §4.7). */
const LONGEST_LABEL = 1000;
/** The beginning of a paragraph in which the parser still looks for a definition. */
const OPEN_DEFINITION = /^\[(?:[^[\]\\]|\\.)*(?:\]:|\\?$)/s;

/** The parser of CommonMark with tables and strikethrough. */
export const markdown = parser.configure([
  Table,
  Strikethrough,
  {
    defineNodes: [TOO_LONG],
    parseBlock: [
      {
        name: TOO_LONG,
        before: 'LinkReference',
        leaf: (_, { content }) => (content.startsWith('[') ? new LongDefinition() : null),
      },
    ],
    parseInline: [
      {
        name: TOO_LONG,
        before: 'Escape',
        parse: (context: InlineContext, _next, at) => {
          if (at !== context.offset || context.text.length < MOST_STEPS / context.text.length) return -1;
          if (stepsIn(context.text) < MOST_STEPS) return -1;
          return context.addElement(context.elt(TOO_LONG, at, context.end));
        },
      },
    ],
  },
]);
