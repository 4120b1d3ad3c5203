/**
 * afs: files of the Andrew File System, `afs://<cellname>/<path>` (draft-ietf-uri-url-03, where "afsaddress"
 * is "left in as historical note").
 */
import type { SchemeRules } from '../../uri/scheme-rules.ts';
import { syntaxOf } from '../../uri/syntax.ts';

export const afs: SchemeRules<never> = {
  name: 'afs',
  defaultPort: null,
  syntax: syntaxOf({ authority: 'required', emptyHost: false }),
};
