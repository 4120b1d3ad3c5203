/**
 * `robots.txt` in gopherspace: the file of RFC 9309 under the selector `robots.txt`, where `webproxy` names gateways
 * like this one by common usage.
 */
import { textOf } from '../../uri/octets.ts';

interface Rule {
  readonly allow: boolean;
  readonly path: string;
}

/** The rules of every group, by the product token that they are for, in lower case. */
export type Robots = ReadonlyMap<string, readonly Rule[]>;

/** Reads the groups of a robots file (RFC 9309 §2.2). What it does not understand it passes over. */
export function parseRobots(octets: Uint8Array): Robots {
  const groups = new Map<string, Rule[]>();
  let agents: string[] = [];
  let inRules = false;
  for (const line of textOf(octets).split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/.exec(line) ?? [];
    switch (key.toLowerCase()) {
      case 'user-agent':
        if (inRules) agents = [];
        inRules = false;
        agents.push(value.toLowerCase());
        break;
      case 'allow':
      case 'disallow': {
        inRules = true;
        if (value === '') break;
        const rule = { allow: key.toLowerCase() === 'allow', path: value };
        for (const agent of agents) groups.set(agent, [...(groups.get(agent) ?? []), rule]);
      }
    }
  }
  return groups;
}

/**
 * Whether a robots file lets agents fetch a selector. The longest rule that fits decides, in favour of fetching where
 * two are as long (RFC 9309 §2.2.2); the rules for all of the agents count together, as a gateway for a crawler is
 * both.
 *
 * @param agents - product tokens in lower case, `*` among them
 * @example
 * ```ts
 * const robots = parseRobots(octetsOf('User-agent: *\nDisallow: /large/'));
 * allowsRobots(robots, ['*', 'webproxy'], '/large/3MB.bin'); // false
 * ```
 */
export function allowsRobots(robots: Robots, agents: readonly string[], selector: string): boolean {
  const path = selector.startsWith('/') ? selector : `/${selector}`;
  const fitting = agents.flatMap((agent) => robots.get(agent) ?? []).filter((rule) => fits(rule.path, path));
  const longest = Math.max(0, ...fitting.map((rule) => rule.path.length));
  const decisive = fitting.filter((rule) => rule.path.length === longest);
  return decisive.length === 0 || decisive.some((rule) => rule.allow);
}

/** `*` stands for anything, `$` at the end for the end; compared piece by piece, so that time stays linear. */
function fits(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const [head = '', ...pieces] = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(head)) return false;
  let at = head.length;
  for (const [index, piece] of pieces.entries()) {
    if (anchored && index === pieces.length - 1) return path.length - piece.length >= at && path.endsWith(piece);
    const found = path.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return !anchored || at === path.length;
}
