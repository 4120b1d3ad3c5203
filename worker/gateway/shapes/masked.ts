/** Articles without the domains of mail addresses, if the operator hides them from address collectors. */
import type { Person } from '../../../src/message/encoded-words.ts';
import type { HeaderField } from '../../../src/message/header.ts';
import type { ArticleMessage, ListedArticle } from '../../../src/open/articles.ts';
import { type MentionPiece, maskAddresses, mentionPieces } from '../../../src/text/mentions.ts';
import type { GatewayContext } from '../contract/contract.ts';

/** Whether the operator hides addresses. */
export function hidesAddresses({ environment }: Pick<GatewayContext, 'environment'>): boolean {
  return environment.newsAddresses === 'masked';
}

/**
 * Fields with message-ids, content ids and server paths, which stay unchanged. Message-ids look like addresses, but
 * readers need them to find articles.
 */
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

export function maskArticle(article: ArticleMessage): ArticleMessage {
  return {
    ...article,
    subject: maskAddresses(article.subject),
    from: article.from.map(maskPerson),
    to: article.to.map(maskPerson),
    fields: article.fields.map(maskField),
    // Masking would corrupt encoded files.
    blocks: article.blocks.map((block) =>
      block.kind === 'encoded' ? block : { ...block, lines: block.lines.map(maskLine) },
    ),
  };
}

export function maskSubject(subject: string): string {
  return maskAddresses(subject);
}

export function maskArticles(articles: readonly ListedArticle[]): readonly ListedArticle[] {
  return articles.map((article) => ({
    ...article,
    subject: maskAddresses(article.subject),
    author: maskPerson(article.author),
  }));
}

function maskPerson({ name, address }: Person): Person {
  return { name: maskAddresses(name), address: maskAddresses(address) };
}

function maskField(field: HeaderField): HeaderField {
  return IDENTIFYING.has(field.name.toLowerCase()) ? field : { ...field, value: maskAddresses(field.value) };
}

/** Masks only the pieces that are addresses. */
function maskLine(line: string): string {
  return mentionPieces(line)
    .map((piece) => (isAddress(piece) ? maskAddresses(piece.text) : piece.text))
    .join('');
}

function isAddress(piece: MentionPiece): boolean {
  return piece.kind === 'address' || (piece.kind === 'url' && /^mailto:/i.test(piece.url));
}
