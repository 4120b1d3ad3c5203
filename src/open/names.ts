/** What name services have found, as JSON and pages show it. */
import type { Canonical } from '../index.ts';
import type { CnrpOrigin, CnrpResult, CnrpService, CnrpStatus } from '../protocols/cnrp/answer.ts';

export type { CnrpProperty, CnrpService, CnrpStatus } from '../protocols/cnrp/answer.ts';

/** What was asked for: a name with properties, or an id. */
export interface NamesQuery {
  readonly commonName: string | null;
  readonly id: string | null;
  readonly attributes: readonly NameProperty[];
  /** The properties that the client added. */
  readonly defaults: readonly NameProperty[];
}

/** A property that narrows a search. */
interface NameProperty {
  readonly name: string;
  /** `null` = the usual one of this property. */
  readonly type: string | null;
  readonly value: string;
}

/** A result. Its texts are for people: the service wrote them. */
export interface NamedResult extends Omit<CnrpResult, 'resourceUri'> {
  /** As the service wrote it; `null` if it gives none, although it must. */
  readonly uri: string | null;
}

/** A referral to another service. It is followed only if somebody asks for it. */
interface Referral extends CnrpOrigin {
  /** The link of the same query at that service; `null` if no link can name the service. */
  readonly url: Canonical | null;
}

/** One service, with what it has or why it has nothing. */
export interface NameService {
  /** Its host, and its port if it is not that of the protocol. */
  readonly name: string;
  readonly url: Canonical;
  /** Why there is no answer; `null` if there is one. */
  readonly error: { readonly code: string; readonly detail: string } | null;
  readonly results: readonly NamedResult[];
  readonly referrals: readonly Referral[];
  readonly statuses: readonly CnrpStatus[];
  /** The services that the answer describes: itself, and those that it refers to. */
  readonly described: readonly CnrpService[];
}
