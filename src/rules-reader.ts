/**
 * The reader for the rules of every scheme: canonical forms and components, with the messages of errors, but without
 * definitions, other messages and the octet pass.
 */
import { createReader, type Reader } from './canonicalizer.ts';
import { idnaToAscii } from './idna/idna.ts';
import { errors } from './schemes/errors.ts';
import { rules } from './schemes/rules.ts';
import { urlErrorsOf } from './uri/error.ts';
import { type SchemeRules, unknownRules } from './uri/scheme-rules.ts';

export const reader: Reader = /* @__PURE__ */ createReader<SchemeRules>(
  rules,
  unknownRules,
  idnaToAscii,
  /* @__PURE__ */ urlErrorsOf(errors),
);
