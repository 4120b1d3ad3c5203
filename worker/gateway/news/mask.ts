/**
 * Mail addresses without their domains, where the operator does not want to feed those who harvest them. Message-ids
 * look like addresses and stay: they are how articles are found.
 */
import type { Field } from '../../../src/schemes/news/header.ts';
import { maskAddresses, piecesOf } from '../../../src/schemes/news/mentions.ts';
import type { Person } from '../letter.ts';

/** Fields of ids, and of paths through servers. */
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

export function maskPerson({ name, address }: Person): Person {
  return { name: maskAddresses(name), address: maskAddresses(address) };
}

export function maskField(field: Field): Field {
  return IDENTIFYING.has(field.name.toLowerCase()) ? field : { ...field, value: maskAddresses(field.value) };
}

/** A line of text; only what is taken for an address changes. */
export function maskLine(line: string): string {
  return piecesOf(line)
    .map((piece) => (piece.kind === 'address' ? maskAddresses(piece.text) : piece.text))
    .join('');
}
