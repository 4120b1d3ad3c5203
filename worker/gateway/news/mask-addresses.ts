/**
 * Hides the domains of mail addresses from address collectors, if the operator wants that. Message-ids look like
 * addresses but stay, because readers need them to find articles.
 */

import type { Field } from '../../../src/message/header.ts';
import type { Person } from '../../../src/message/message.ts';
import { maskAddresses, type Piece, piecesOf } from '../../../src/text/mentions.ts';
import type { Article } from './article.ts';
import type { Block } from './article-text.ts';

/** Fields with message-ids, content ids and server paths, which stay unchanged. */
const IDENTIFYING: ReadonlySet<string> = new Set([
  'message-id',
  'references',
  'in-reply-to',
  'supersedes',
  'control',
  'path',
  'xref',
  'content-id',
  'content-type',
]);

/** An article with every address masked. */
export function maskArticle(article: Article): Article {
  return {
    ...article,
    subject: maskAddresses(article.subject),
    from: article.from.map(maskPerson),
    to: article.to.map(maskPerson),
    fields: article.fields.map(maskField),
    blocks: article.blocks.map(maskBlock),
  };
}

export function maskPerson({ name, address }: Person): Person {
  return { name: maskAddresses(name), address: maskAddresses(address) };
}

function maskField(field: Field): Field {
  return IDENTIFYING.has(field.name.toLowerCase()) ? field : { ...field, value: maskAddresses(field.value) };
}

/** Encoded files stay unchanged: masking would corrupt them. */
function maskBlock(block: Block): Block {
  return block.kind === 'encoded' ? block : { ...block, lines: block.lines.map(maskLine) };
}

/** Masks only the pieces that are addresses. */
function maskLine(line: string): string {
  return piecesOf(line)
    .map((piece) => (isAddress(piece) ? maskAddresses(piece.text) : piece.text))
    .join('');
}

function isAddress(piece: Piece): boolean {
  return piece.kind === 'address' || (piece.kind === 'url' && /^mailto:/i.test(piece.url));
}
