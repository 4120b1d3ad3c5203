/**
 * Authorities (RFC 3986 §3.2) with their meaning: user info, hosts in every notation that a client accepts, and ports
 * in every spelling.
 */
import fc from 'fast-check';
import { ALPHA, anyCase, concat, DIGITS, literal, type Spelled, SUB_DELIMS, spelled, UNRESERVED } from './text.ts';

export interface Host {
  /** As in the canonical URL. */
  readonly host: string;
  readonly a: string;
  readonly b: string;
}

export interface Authority {
  /** `//` and everything up to the path, in two spellings. */
  readonly text: Spelled;
  readonly host: string;
  /** The port that a client connects to. */
  readonly port: number | null;
  readonly user: readonly number[] | null;
  readonly password: readonly number[] | null;
}

const either = (host: string, writings: fc.Arbitrary<string>): fc.Arbitrary<Host> =>
  fc.tuple(writings, writings).map(([a, b]) => ({ host, a, b }));

const label: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...ALPHA.slice(26)),
    fc.string({ unit: fc.constantFrom(...ALPHA.slice(26), ...DIGITS), maxLength: 6 }),
  )
  .map((parts) => parts.join(''))
  .filter((text) => !text.startsWith('xn'));

/** Letters in any case, some of them escaped: a host is decoded once. */
const disguised = (name: string): fc.Arbitrary<string> =>
  fc
    .tuple(anyCase(name), fc.array(fc.nat(9), { minLength: name.length, maxLength: name.length }))
    .map(([text, styles]) =>
      [...text]
        .map((letter, index) =>
          styles[index] === 0 && letter !== '.' ? `%${letter.charCodeAt(0).toString(16)}` : letter,
        )
        .join(''),
    );

const name: fc.Arbitrary<Host> = fc
  .array(label, { minLength: 2, maxLength: 4 })
  .chain((labels) => either(labels.join('.'), disguised(labels.join('.'))));

/** U-labels with their A-labels (UTS 46). */
const international: fc.Arbitrary<Host> = fc
  .constantFrom<readonly [string, readonly [string, ...string[]]]>(
    [
      'xn--bcher-kva.example',
      ['bücher.example', 'BÜCHER.example', 'b%C3%BCcher.example', 'XN--BCHER-KVA.example', 'bücher。example'],
    ],
    ['xn--wgv71a.jp', ['日本.jp', '%e6%97%a5%e6%9c%ac.JP', 'xn--WGV71A.jp']],
    ['xn--fa-hia.de', ['faß.de', 'xn--fa-hia.de', 'FAß.de']],
    ['xn--e1afmkfd.example', ['пример.example', 'ПРИМЕР.example']],
    ['faces.example', ['ｆａｃｅｓ.example', 'FACES．example']],
  )
  .chain(([host, writings]) => either(host, fc.constantFrom(...writings)));

const radix = (value: number, style: number): string =>
  style === 0
    ? `0x${value === 0 ? '' : value.toString(16)}`
    : style === 1
      ? `0X00${value.toString(16).toUpperCase()}`
      : style === 2
        ? `0${value.toString(8)}`
        : String(value);

const fullWidth = (text: string): string =>
  text.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));

const ipv4Writing = (address: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.array(fc.nat(5), { minLength: 4, maxLength: 4 }), fc.nat(9))
    .map(([count, styles, disguise]) => {
      const parts: number[] = [];
      for (let index = 0; index < count - 1; index++) parts.push((address >>> (24 - 8 * index)) & 0xff);
      parts.push(count === 1 ? address : address % 2 ** (8 * (5 - count)));
      const text = parts.map((part, index) => radix(part, styles[index] ?? 9)).join('.');
      return disguise === 0 ? fullWidth(text) : text;
    });

const ipv4: fc.Arbitrary<Host> = fc
  .oneof(fc.integer({ min: 0, max: 0xffffffff }), fc.constantFrom(0x7f000001, 0, 0xffffffff, 0x0a000001))
  .chain((address) =>
    either([24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join('.'), ipv4Writing(address)),
  );

/** WHATWG's serialization: the first longest run of two or more zero pieces is compressed. */
export function serializeIpv6(pieces: readonly number[]): string {
  let best = { from: -1, length: 1 };
  for (let from = 0; from < 8; from++) {
    let length = 0;
    while (from + length < 8 && pieces[from + length] === 0) length++;
    if (length > best.length) best = { from, length };
  }
  const write = (part: readonly number[]): string => part.map((piece) => piece.toString(16)).join(':');
  if (best.from < 0) return write(pieces);
  return `${write(pieces.slice(0, best.from))}::${write(pieces.slice(best.from + best.length))}`;
}

const ipv6Writing = (pieces: readonly number[]): fc.Arbitrary<string> =>
  fc.constantFrom('short', 'padded', 'upper', 'dotted').map((style) => {
    if (style === 'short') return `[${serializeIpv6(pieces)}]`;
    if (style === 'padded') return `[${pieces.map((piece) => piece.toString(16).padStart(4, '0')).join(':')}]`;
    if (style === 'upper') return `[${pieces.map((piece) => piece.toString(16).toUpperCase()).join(':')}]`;
    const [high = 0, low = 0] = pieces.slice(6);
    const dotted = [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
    return `[${pieces
      .slice(0, 6)
      .map((piece) => piece.toString(16))
      .join(':')}:${dotted}]`;
  });

const ipv6: fc.Arbitrary<Host> = fc
  .array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), { minLength: 8, maxLength: 8 })
  .chain((pieces) => either(`[${serializeIpv6(pieces)}]`, ipv6Writing(pieces)));

/** Hosts as clients accept them, with their canonical form. */
export const host: fc.Arbitrary<Host> = fc.oneof(
  { weight: 5, arbitrary: name },
  { weight: 1, arbitrary: international },
  { weight: 1, arbitrary: ipv4 },
  { weight: 1, arbitrary: ipv6 },
);

interface Port {
  readonly port: number | null;
  readonly a: string;
  readonly b: string;
}

const zeros: fc.Arbitrary<string> = fc.constantFrom('', '', '0', '000');

const portOf = (byDefault: number | null): fc.Arbitrary<Port> => {
  const absent = fc.constantFrom('', '', ':', ...(byDefault === null ? [] : [`:${byDefault}`, `:00${byDefault}`]));
  return fc.oneof(
    fc.tuple(absent, absent).map(([a, b]) => ({ port: byDefault, a, b })),
    fc
      .tuple(fc.integer({ min: 0, max: 65535 }), zeros, zeros)
      .map(([port, a, b]) => ({ port, a: `:${a}${port}`, b: `:${b}${port}` })),
  );
};

/**
 * User info in which the delimiters of RFC 3986 are reserved, as in http, or are not, as in the schemes of
 * draft-hoffkohn-rfc1738bis §2.1. A colon after the first is data (RFC 3986 §3.2.1).
 */
const userInfoWith = (raw: string, fixed: string) => {
  const user = spelled({ raw, fixed, escaped: ':@/?#[]%', maxLength: 6 });
  const password = spelled({ raw: `${raw}:`, fixed, escaped: '@/?#[]%', maxLength: 6 });
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant({ text: literal(''), user: null, password: null }) },
    {
      weight: 1,
      arbitrary: user.map((user) => ({ text: concat(user, literal('@')), user: user.octets, password: null })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(user, password).map(([user, password]) => ({
        text: concat(user, literal(':'), password, literal('@')),
        user: user.octets,
        password: password.octets,
      })),
    },
  );
};

const userInfo = {
  none: fc.constant({ text: literal(''), user: null, password: null }),
  free: userInfoWith(`${UNRESERVED}${SUB_DELIMS}`, ''),
  reserved: userInfoWith(UNRESERVED, SUB_DELIMS),
};

/** Whether there are users, and whether delimiters in them are reserved. */
export type Users = keyof typeof userInfo;

/** An authority of a scheme with this default port. */
export function authority(byDefault: number | null, users: Users): fc.Arbitrary<Authority> {
  return fc.tuple(userInfo[users], host, portOf(byDefault)).map(([who, at, port]) => ({
    text: concat(literal('//'), who.text, { octets: [], a: at.a, b: at.b }, { octets: [], a: port.a, b: port.b }),
    host: at.host,
    port: port.port,
    user: who.user,
    password: who.password,
  }));
}
