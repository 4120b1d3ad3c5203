/**
 * What the schemes do beyond their policies, for lines of octets. `waypost/canonical` adds it to the rules for its
 * functions of lines; the definitions have it.
 */
import type { OctetRules } from '../uri/scheme-rules.ts';
import { octets as dict } from './dict/rules.ts';
import { octets as file } from './file/rules.ts';
import { octets as finger } from './finger/rules.ts';
import { octets as ftp } from './ftp/rules.ts';
import { octets as go } from './go/rules.ts';
import { octets as gopher } from './gopher/rules.ts';
import { octets as mailto } from './mailto/rules.ts';
import { octets as mid } from './mid/rules.ts';
import { newsOctets, nntpOctets } from './news/rules.ts';
import { octets as prospero } from './prospero/rules.ts';
import { octets as wais } from './wais/rules.ts';

/** By the name of the scheme. */
export const octetRules: Readonly<Record<string, OctetRules>> = {
  ...{ dict, file, finger, ftp, ftps: ftp, go, gopher, gophers: gopher, mailto, mid, cid: mid, prospero, wais },
  ...{ news: newsOctets, snews: newsOctets, nntp: nntpOctets, nntps: nntpOctets },
};
