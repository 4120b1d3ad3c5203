"""Links of running text, as RFC 3986 Appendix C finds them, and what a rewrite did to them."""
import re
from relation import allowed, is_missed, scheme_of

SCHEMES = 'https?|ftps?|gophers?|s?news|nntps?|telnet|rlogin|tn3270|wais|prospero|mailto|mid|cid|file|afs|go|[a-z][a-z0-9+.-]*(?=://)'
CHARACTERS = r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]"
# In brackets, a URL may be folded over lines, also over those of a quotation.
WRAPPED = re.compile(rf'<(?:url:\s*)?((?:{SCHEMES}):[^<>]*?(?:\n(?:[ \t]*>)*[^<>]*?)*)\s*>', re.I)
# Only quotation marks say where a host with other letters ends: Chinese has no blanks.
QUOTED = re.compile(rf'"((?:{SCHEMES})://[^/?#\s"<>]*[^\x00-\x7f][^\s"<>]*)"', re.I)
BARE = re.compile(rf'(?<![A-Za-z0-9+.-])((?:{SCHEMES}):{CHARACTERS}+)', re.I)


def trimmed(url):
    """Without the punctuation of the sentence, and up to the first bracket that closes nothing."""
    depth = {'(': 0, '[': 0}
    for index, character in enumerate(url):
        if character in '([':
            depth[character] += 1
        elif character in ')]':
            opener = '(' if character == ')' else '['
            depth[opener] -= 1
            if depth[opener] < 0:
                url = url[:index]
                break
    return re.sub(r"[.,:;!?']+$", '', url)


def links(text):
    """(from, to, url) of each link."""
    found = []
    for match in WRAPPED.finditer(text):
        unfolded = re.sub(r'[ \t\r]*\n(?:[ \t]*>)*[ \t]*', '', match.group(1))
        if re.fullmatch(rf'(?:{CHARACTERS}|[^\x00-\x7f])+', unfolded):
            found.append((match.start(1), match.end(1), unfolded))
    found = sorted(found + [(match.start(1), match.end(1), match.group(1)) for match in QUOTED.finditer(text)])
    taken = [(start, end) for start, end, _ in found]
    position = 0
    at = 0
    while match := BARE.search(text, at):
        start = match.start(1)
        while position < len(taken) and taken[position][1] <= start:
            position += 1
        url = trimmed(match.group(1))
        if position < len(taken) and taken[position][0] <= start:
            at = taken[position][1]
            continue
        if len(url) > len(scheme_of(url)) + 1:
            found.append((start, start + len(url), url))
        # Another link may begin in what was trimmed.
        at = start + max(len(url), len(scheme_of(url)) + 1)
    return sorted(found)


def judge(before, after, mode):
    """(changes, wrong, missed): what differs must be links, each allowed, and nothing else."""
    changes, wrong = 0, []
    old, new = links(before), links(after)
    at_old = at_new = index_old = index_new = 0
    while True:
        step = common(before, at_old, after, at_new)
        at_old, at_new = at_old + step, at_new + step
        if at_old == len(before) and at_new == len(after):
            break
        while index_old < len(old) and old[index_old][1] < at_old:
            index_old += 1
        while index_new < len(new) and new[index_new][1] < at_new:
            index_new += 1
        here = old[index_old] if index_old < len(old) else None
        there = new[index_new] if index_new < len(new) else None
        if (here is None or there is None or here[0] > at_old or there[0] > at_new
                or at_old - here[0] != at_new - there[0] or not allowed(here[2], there[2], mode)):
            wrong.append(f'{before[max(0, at_old - 60):at_old + 60]!r} became {after[max(0, at_new - 60):at_new + 100]!r}')
            break
        changes += 1
        at_old, at_new = here[1], there[1]
        index_old, index_new = index_old + 1, index_new + 1
    missed = [url for _, _, url in new if is_missed(url, mode)]
    return changes, wrong, missed


def common(a, i, b, j):
    """The length of the common text, by blocks and then by characters."""
    start, size = i, 4096
    while size:
        while i + size <= len(a) and j + size <= len(b) and a[i:i + size] == b[j:j + size]:
            i, j = i + size, j + size
        size //= 2
    return i - start
