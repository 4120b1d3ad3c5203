/**
 * `robots.txt` of a gopher server: the file of RFC 9309 under the selector `robots.txt`. By convention the user agent
 * `webproxy` in it means gateways from the Web to gopher.
 */
import { utf8OrLatin1Of } from '../octets/octets.ts';

interface RobotsRule {
  readonly allow: boolean;
  readonly path: string;
}

/** The rules by the product token that they apply to, in lower case. */
export type Robots = ReadonlyMap<string, readonly RobotsRule[]>;

/** Reads the groups of a robots.txt (RFC 9309 §2.2). Ignores unknown lines. */
export function parseRobots(octets: Uint8Array): Robots {
  const groups = new Map<string, RobotsRule[]>();
  let agents: string[] = [];
  let inRules = false;
  for (const line of utf8OrLatin1Of(octets).split(/\r\n|\r|\n/)) {
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
        for (const agent of agents) {
          const rules = groups.get(agent);
          if (rules === undefined) groups.set(agent, [rule]);
          else rules.push(rule);
        }
      }
    }
  }
  return groups;
}

/**
 * Whether a robots.txt allows an agent to fetch a selector. The longest matching rule decides; of two equally long
 * rules, `Allow` wins (RFC 9309 §2.2.2). The rules for all product tokens apply together, because a crawler that uses a
 * gateway is both.
 * `allowsRobots(parseRobots(octetsOf('User-agent: *\nDisallow: /large/')), ['*', 'webproxy'], '/large/a')` is `false`.
 * `agents` are product tokens in lower case, including `*`.
 */
export function allowsRobots(robots: Robots, agents: readonly string[], selector: string): boolean {
  const path = selector.startsWith('/') ? selector : `/${selector}`;
  const matching = agents.flatMap((agent) => robots.get(agent) ?? []).filter((rule) => matches(rule.path, path));
  const longest = matching.reduce((length, rule) => Math.max(length, rule.path.length), 0);
  const decisive = matching.filter((rule) => rule.path.length === longest);
  return decisive.length === 0 || decisive.some((rule) => rule.allow);
}

/** `*` matches any characters, a final `$` the end of the path. Compared piece by piece, so the time is linear. */
function matches(pattern: string, path: string): boolean {
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
