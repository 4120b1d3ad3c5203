/**
 * The contract of openers. An opener speaks to the servers of one kind of links: a link and a connection in, a shape
 * out (`opened.ts`). It knows no HTTP and no HTML, and neither the Worker nor Node.
 */
import type { Canonical, Resolution } from '../index.ts';
import type { CnrpServer, NewsCredentials, NewsServerSetting, WebArchive } from '../net/configured-servers.ts';
import type { Deadlines } from '../net/deadlines.ts';
import type { ArchiveSource } from '../news-archive/archive.ts';
import type { PeerConnection } from '../protocols/connection.ts';
import type { Credentials } from '../protocols/credentials.ts';
import type { SpokenProtocol } from '../protocols/greeting.ts';
import type { HttpHead } from '../protocols/http/head.ts';
import type { AskProspero } from '../protocols/prospero/client.ts';
import type { SessionsForLink } from './idle-sessions.ts';
import type { ConnectOptions } from './links.ts';
import type { Memory } from './memory.ts';
import type { Opened, Shape, Values } from './opened.ts';
import type { RobotsRules } from './robots-rules.ts';
import type { FoundStatus } from './statuses.ts';
import type { WebFront } from './web-front.ts';

export type LinkKind = Resolution['kind'];

/** A link of one kind, without user info and fragment. */
export type Link<Kind extends LinkKind = LinkKind> = Extract<Resolution, { kind: Kind }>;

/** What the operator has set, as far as servers learn of it. */
export interface OpenSettings {
  readonly deadlines: Deadlines;
  /** Whom a server may write to: the password of anonymous FTP; `null` = nobody. */
  readonly contact: { readonly text: string } | null;
  /** The CNRP services that are asked about names without a service. */
  readonly cnrpServices: readonly CnrpServer[];
  /** The geography of such names, as a code of ISO 3166; empty = everywhere. */
  readonly cnrpGeography: string;
  /** The server of news links that name none; `null` = they need one. */
  readonly newsServer: NewsServerSetting | null;
  /** The login at that server; `null` = none. */
  readonly newsLogin: NewsCredentials | null;
  /** The articles that were received before, which are asked for what a news server does not have; `null` = none. */
  readonly newsArchive: NewsArchiveSetting | null;
}

/** A news archive at a web server, or one that the platform reads. */
export type NewsArchiveSetting = WebArchive | { readonly kind: 'files'; readonly source: ArchiveSource };

/** A setting that names servers for links without one. */
export type ServerSetting = 'newsServer' | 'cnrpServices';

/** What a conversation with servers needs. */
export interface Network {
  readonly settings: OpenSettings;
  /** Aborts when nobody waits for the answer any longer. */
  readonly signal: AbortSignal;
  /** What web servers learn of this program. */
  readonly userAgent: string;
  /**
   * Opens a connection under the policy, the deadlines and the signal of the caller, who also closes it if the opener
   * throws.
   *
   * @throws ProtocolError, or an error of the caller's own
   */
  connect(options?: ConnectOptions): Promise<PeerConnection>;
  /** Asks a Prospero server, by datagrams that need no connection. */
  readonly askProspero: AskProspero;
  /**
   * Judges the server of the link without a connection, for answers that need none.
   *
   * @throws an error of the caller's own
   */
  judgeServer(): void;
  /**
   * Judges the server of the link and the addresses of its name, without a connection to it.
   *
   * @throws as `connect`
   */
  resolveServer(): Promise<void>;
}

/** What a check needs. The checks of one run share it. */
export interface CheckNetwork extends Network {
  /** The rules of the servers that were asked for them. */
  readonly robots: RobotsRules;
  /** The sessions that links of one server share; absent = each link has its own. */
  readonly sessions?: SessionsForLink | undefined;
  /** Hears the head of each answer of a web server about the link, with the address that was asked. */
  readonly onHead?: ((url: string, head: HttpHead) => void) | undefined;
}

/** What is wanted of a link. */
export interface OpenContext extends Network {
  /**
   * `json`: values for a program, which need no octets of a file if there is JSON about it; `octets`: as the server
   * sends them; `list`: the entries alone, without the texts beside them, as for a feed.
   */
  readonly wants: 'values' | 'json' | 'octets' | 'list';
  /** Whether only what is known without a transfer is wanted, as for HEAD. */
  readonly isBrief: boolean;
  /** Of names and texts; `null` = it is recognised. */
  readonly charset: string | null;
  /** The languages that the reader prefers, the best first; empty = any. */
  readonly languages: readonly string[];
  /** The values of {@link Opener.options}, of {@link Opener.spelling}, and of what the pages of its shapes ask for. */
  readonly options: Readonly<Record<string, string | undefined>>;
  /** `null` = none. An opener with neither `logIn` nor `sendsUserInfo` gets none. */
  readonly credentials: Credentials | null;
  /** What a form on a page of the link says, by the names of {@link Opener.searchFields} and {@link Opener.fields}. */
  readonly form: readonly (readonly [name: string, value: string])[];
  /** The product token of the robot that asks, which has to obey the server's own robots.txt; `null` = none asks. */
  readonly robot: string | null;
  readonly memory: Memory;
}

/** What somebody asks for who has nothing to say beside a link. */
export const NOTHING_ASKED = {
  isBrief: false,
  charset: null,
  languages: [],
  options: {},
  credentials: null,
  form: [],
  robot: null,
} as const satisfies Partial<OpenContext>;

/** The check of one address: what its server says, or why it was not asked. */
export type LinkFinding = {
  readonly reply?: string | null;
  /** For `moved`: the new address, canonical. */
  readonly location?: string;
} & (
  | { readonly status: FoundStatus; readonly detail?: string }
  | { readonly status: 'not-checked'; readonly reason: string; readonly detail: string }
);

export const ALIVE = { status: 'alive' } as const satisfies LinkFinding;

/** The finding for a path that a robot may not ask for. */
export const EXCLUDED: LinkFinding = {
  status: 'not-checked',
  reason: 'robots',
  detail: 'The robots.txt of this server asks robots to stay away from this.',
};

/** A choice that a link cannot express. */
export interface OpenerOption {
  /** A sentence about it, for documents. */
  readonly about: string;
  readonly values: readonly string[];
  /** Whether the links of what is opened take it along: how to connect, but not how much to read. */
  readonly isRepeated: boolean;
}

/** The form of a search. */
interface SearchFields {
  /** What each of its fields is, for documents: by their names, `search` for the words first. */
  readonly fields: { readonly search: string } & Readonly<Record<string, string>>;
  /** Says that no link can have the words. */
  readonly unfit: string;
}

/** How a link was written, where its canonical form does not tell and its server needs to know. */
interface Spelling {
  /** The option that tells it. */
  readonly parameter: string;
  /** A sentence about it, for documents. */
  readonly about: string;
  /** `null` = the canonical form tells everything. */
  of(link: Link): string | null;
}

/** A step from a server to what a link names. */
export interface Step {
  readonly text: string;
  /** `null` = it cannot be opened. */
  readonly url: string | null;
}

/** The way to what a link names, for people whose link failed. */
export interface Trail {
  /** Where links begin that name no server. Absent = nowhere. */
  readonly home?: Step & { readonly url: string };
  /** What people can do at the server: the text of a link to it. Absent = to go there. */
  readonly browse?: string;
  /** The steps below the server. Absent = the segments of its path. */
  steps?(link: Link): readonly Step[];
}

/** What a request says beside its link. */
interface OpenRequest {
  /** Whether the reader has a copy, and wants to know whether it has changed. */
  readonly isConditional: boolean;
}

/**
 * Opens the links of one kind, and checks them. Its errors are `ProtocolError`s. All properties of a kind are members
 * of its opener, so that no other file needs to know the kind. `Own` are the values that only this kind has.
 */
export interface Opener<Kind extends LinkKind = LinkKind, Own extends Values = never> {
  readonly kind: Kind;
  readonly schemes: readonly string[];
  /** The name of the protocol before a noun: `FTP`, in `FTP directory`. */
  readonly name: string;
  /** Other names, by scheme: `gophers` is `Gopher over TLS`. Absent = all schemes have this name. */
  readonly schemeNames?: Readonly<Record<string, string>>;
  /** The protocol that the servers speak, as `spokenProtocol` names it; `null` = it does not recognise the protocol. */
  readonly protocol: SpokenProtocol | null;
  /** Whether each item has its own charset, so that the choice of one is for one page. Absent = `false`. */
  readonly hasMixedCharsets?: boolean;
  /** Whether other servers speak the protocol, too: CNRP is HTTP, but a web server knows no names. Absent = `false`. */
  readonly sharesProtocol?: boolean;
  /** Whether it asks servers by datagrams. Platforms without them, such as Workers, need a relay. Absent = `false`. */
  readonly usesDatagrams?: boolean;
  /** The shapes that its links may have. The parameters of pages follow from them. */
  readonly shapes: readonly Shape[];
  /** By name. */
  readonly options?: Readonly<Record<string, OpenerOption>>;
  /** Absent = nothing can be searched. */
  readonly searchFields?: SearchFields;
  /**
   * What the other fields of the forms on its pages are, for documents, by their names. `open` gets them, because no
   * link can say them. A name that ends with `*` stands for all that begin like it. Absent = there are none.
   */
  readonly fields?: Readonly<Record<string, string>>;
  open(link: Link<Kind>, context: OpenContext): Promise<Opened | Own>;
  /**
   * The link of the search that a form on the page of this link asks for. `open` gets no form.
   *
   * @param form - what was submitted, by the names of {@link searchFields}
   * @returns `null` if nothing was submitted, or nothing can be searched here
   * @throws as `open`, for a link that cannot be opened
   */
  search?(
    link: Link<Kind>,
    form: Readonly<Record<string, string>>,
    network: Pick<Network, 'judgeServer'>,
  ): Canonical | null;
  /**
   * Asks the server of a link whether it has what the link names. Absent = `open` shows it.
   *
   * @throws an error for everything that a server may answer instead; the caller makes a finding of it
   */
  check?(link: Link<Kind>, network: CheckNetwork): Promise<LinkFinding>;
  /**
   * Logs in, and ends the session. Absent = servers of this kind take no passwords.
   *
   * @throws ProtocolError `login-required` if the server does not accept the credentials
   */
  logIn?(link: Link<Kind>, context: OpenContext): Promise<void>;
  /** Whether a user name stands for nobody, so that there is nothing to log in with. Absent = none does. */
  isAnonymous?(user: string): boolean;
  /**
   * Whether a request has the user info of its own link, and a redirect says which the next one has: in HTTP, no login
   * is for a whole server. Absent = `false`.
   */
  readonly sendsUserInfo?: boolean;
  /** Whether replies have no status, so that only their words say whether something is there. Absent = `false`. */
  readonly hasNoStatus?: boolean;
  /** How many redirects in a row are followed, so that a loop ends. Absent = the caller decides. */
  readonly mostRedirects?: number;
  /** Whether an answer is for one reader alone. Absent = it may be shared with other readers. */
  isPersonal?(link: Link<Kind>, asked: OpenRequest): boolean;
  /** Header fields of the reader that the answer depends on. Absent = none. */
  vary?(link: Link<Kind>): readonly string[];
  /**
   * The setting that would name a server for links that name none; `null` = it names one. Absent = all links name their
   * server, or there is none.
   */
  needsServer?(settings: OpenSettings): ServerSetting | null;
  /**
   * The servers that `open` connects to first, any of which may answer, as it says them to `connect`. Empty = it asks
   * none. Absent = the server that the link names, if it names one. It is asked only if no setting is missing.
   */
  servers?(link: Link<Kind>, settings: OpenSettings): readonly ConnectOptions[];
  /** Where web servers of the same host may have what a link names; `null` = nowhere. Absent = they never have it. */
  webFront?(link: Link<Kind>): WebFront | null;
  /** Absent = the canonical form of a link tells all. */
  readonly spelling?: Spelling;
  /** Absent = each segment of the path is a step. */
  readonly trail?: Trail;
}

/** An opener whose kind is only known at run time, as in the registry. */
export type AnyOpener = Pick<Opener<LinkKind, Values>, keyof Opener>;
