/** Every diagnostic, generic or of a scheme, in one table. The errors of the API carry the same codes. */
import { definitions } from './schemes/registry.ts';
import { unknown } from './schemes/unknown.ts';
import type { DiagnosticTable } from './uri/diagnostic.ts';
import { type GenericDiagnosticCode, generic } from './uri/generic-diagnostics.ts';

type AnyDefinition = (typeof definitions)[number] | typeof unknown;
type CodeOf<Own> = Own extends { readonly diagnostics?: DiagnosticTable<infer Code> } ? Code : never;

/** The name of a diagnostic. */
export type DiagnosticCode = GenericDiagnosticCode | CodeOf<AnyDefinition>;

/** Every diagnostic by its code. */
export const diagnostics: DiagnosticTable<DiagnosticCode> = Object.assign(
  {},
  generic,
  unknown.diagnostics,
  ...definitions.map(({ diagnostics }) => diagnostics),
);
