"""Markdown, by markdown-it-py: the same tokens; only destinations of links, and URLs in running text, may differ."""
import re
from markdown_it import MarkdownIt
import pages
import plain
from relation import allowed, is_missed

PARSER = MarkdownIt('commonmark', {'html': True}).enable(['table', 'strikethrough'])
# The parser refuses some schemes, and changes the escapes of others.
PARSER.validateLink = lambda url: True
PARSER.normalizeLink = lambda url: url
PARSER.normalizeLinkText = lambda url: url


# A URL in the source with its escapes, and what may stand around it without a blank.
URL = re.compile(r'(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:(?:\\\||[^\s<>"|])+', re.I)


def flat(tokens):
    for token in tokens:
        yield token
        if token.children:
            yield from flat(token.children)


def judge(before, after, mode):
    changes, wrong, missed = 0, [], []
    definitions, definitions_after = {}, {}
    old, new = list(flat(PARSER.parse(before, definitions))), list(flat(PARSER.parse(after, definitions_after)))
    if len(old) != len(new):
        return 0, [f'{len(old)} tokens became {len(new)}'], []
    wrong.extend(definitions_judged(definitions, definitions_after, mode))
    # What the parser does not show: cells beyond the last column, and blanks.
    frame, frame_after = URL.sub('x:', before), URL.sub('x:', after)
    if frame != frame_after:
        at = next((i for i, (x, y) in enumerate(zip(frame, frame_after)) if x != y), 0)
        wrong.append(f'{frame[max(0, at - 60):at + 60]!r} became {frame_after[max(0, at - 60):at + 60]!r}')
    autolink = False
    for a, b in zip(old, new):
        if (a.type, a.tag, a.markup, a.info, a.nesting, a.level) != (b.type, b.tag, b.markup, b.info, b.nesting, b.level):
            wrong.append(f'{a.type} {a.content[:100]!r} became {b.type} {b.content[:100]!r}')
            continue
        for name in a.attrs:
            x, y = a.attrs[name], b.attrs.get(name)
            if name in ('href', 'src') and is_missed(str(y), mode):
                missed.append(str(y))
            if x == y:
                continue
            if name in ('href', 'src') and allowed(x, y, mode):
                changes += 1
            else:
                wrong.append(f'{a.type} {name}: {x!r} became {y!r}')
        if a.type in ('link_open', 'link_close'):
            autolink = a.type == 'link_open' and a.markup == 'autolink'
        if a.type == 'inline' or (a.content == b.content and a.type != 'text'):
            continue
        if a.type == 'text' and autolink and a.content != b.content:
            if not allowed(a.content, b.content, mode):
                wrong.append(f'autolink {a.content!r} became {b.content!r}')
        elif a.type in ('text', 'html_block', 'html_inline'):
            judge_of = plain.judge if a.type == 'text' else pages.judge
            more, bad, left = judge_of(a.content, b.content, mode)
            changes, missed = changes + more, missed + left
            wrong.extend(f'{a.type}: {each}' for each in bad)
        else:
            wrong.append(f'{a.type}: {a.content[:100]!r} became {b.content[:100]!r}')
    return changes, wrong, missed


def definitions_judged(before, after, mode):
    """The definitions that no link uses are not among the tokens."""
    old, new = (env.get('references', {}) for env in (before, after))
    if old.keys() != new.keys():
        return ['the document has other definitions']
    return [f'[{label}]: {a} became {b}' for label in old for a, b in [(old[label], new[label])]
            if a['title'] != b['title'] or not allowed(a['href'], b['href'], mode)]
