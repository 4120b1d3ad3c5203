/**
 * Why URLs are refused: every error, generic or of a scheme, for a program without definitions. `npm run readme`
 * writes this file.
 */
import type { DiagnosticTable } from '../uri/diagnostic.ts';
import { genericErrors } from '../uri/generic-errors.ts';
import { errors as dict } from './dict/rules.ts';
import { errors as finger } from './finger/rules.ts';
import { errors as ftp } from './ftp/rules.ts';
import { errors as go } from './go/rules.ts';
import { errors as gopher } from './gopher/rules.ts';
import { messageIdErrors } from './message-id.ts';
import { errors as news } from './news/rules.ts';
import { errors as prospero } from './prospero/rules.ts';

const tables = [genericErrors, messageIdErrors, dict, finger, ftp, go, gopher, news, prospero] as const;

export const errors: DiagnosticTable = /* @__PURE__ */ Object.assign({}, ...tables);
