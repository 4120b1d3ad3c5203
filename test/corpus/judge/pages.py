"""HTML, by the parser of Python: the same tags, texts and comments; only attributes that are links may differ."""
import re
from html.parser import HTMLParser
from relation import allowed, is_missed, resolved, scheme_of

LINKS = {'href', 'src', 'action', 'formaction', 'cite', 'longdesc', 'data', 'poster', 'background', 'codebase',
         'manifest', 'icon', 'ping', 'srcset', 'content', 'style', 'xlink:href', 'archive', 'classid', 'usemap',
         'profile', 'dynsrc', 'lowsrc'}


class Events(HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.events, self.base = [], None
        self.feed(text)
        self.close()
        # Versions of Python before the security fixes of 2025 keep the text of a <style> that is never closed.
        if self.rawdata:
            self.handle_data(self.rawdata)

    def handle_starttag(self, tag, attrs):
        if tag == 'base' and self.base is None:
            self.base = dict(attrs).get('href')
        self.events.append(('tag', tag, attrs))

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag):
        self.events.append(('end', tag))

    def handle_data(self, data):
        # The parser may split a text anywhere.
        if self.events and self.events[-1][0] == 'data':
            data = self.events.pop()[1] + data
        self.events.append(('data', data))

    def handle_comment(self, data):
        self.events.append(('comment', data))

    def handle_decl(self, decl):
        self.events.append(('declaration', decl))

    def handle_pi(self, data):
        self.events.append(('instruction', data))

    def unknown_decl(self, data):
        self.events.append(('declaration', data))


CSS = re.compile(r'''url\(\s*(["']?)(.*?)\1\s*\)''', re.S)


def judge(before, after, mode):
    old, new = Events(before), Events(after)
    changes, wrong, missed = 0, [], []
    if len(old.events) != len(new.events):
        return 0, [f'{len(old.events)} events became {len(new.events)}'], []
    base = old.base if old.base and scheme_of(old.base) else None

    def link(a, b, where):
        nonlocal changes
        if a == b:
            return
        candidates = [a.strip()] + ([resolved(a.strip(), base)] if base else [])
        target = b.strip()
        if new.base != old.base and not scheme_of(b):
            target = resolved(target, new.base)
        if any(allowed(candidate, target, mode) for candidate in candidates):
            changes += 1
        else:
            wrong.append(f'{where}: {a!r} became {b!r}')

    def style(a, b, where):
        if a == b:
            return
        if CSS.sub('url()', a) != CSS.sub('url()', b):
            wrong.append(f'{where}: {a[:200]!r} became {b[:200]!r}')
        else:
            for (_, x), (_, y) in zip(CSS.findall(a), CSS.findall(b)):
                link(x, y, where)

    in_style = False
    for a, b in zip(old.events, new.events):
        if a[0] == 'tag':
            in_style = a[1] == 'style'
        if b[0] == 'tag':
            missed += (value.strip() for name, value in b[2] if name in ('href', 'src') and b[1] != 'base'
                       and value and is_missed(value.strip(), mode))
        if a == b:
            continue
        if a[0] == 'data' == b[0] and in_style:
            style(a[1], b[1], 'style')
        elif a[0] != 'tag' or b[0] != 'tag' or a[1] != b[1] or [n for n, _ in a[2]] != [n for n, _ in b[2]]:
            wrong.append(f'{str(a)[:200]} became {str(b)[:200]}')
        else:
            for (name, x), (_, y) in zip(a[2], b[2]):
                if x != y and (x is None or y is None or name not in LINKS):
                    wrong.append(f'<{a[1]} {name}>: {x!r} became {y!r}')
                elif x != y and name == 'style':
                    style(x, y, name)
                elif x != y and name == 'srcset':
                    for p, q in zip(x.split(), y.split()):
                        link(p, q, name)
                elif x != y and name == 'content':
                    p, q = (re.sub(r'^.*?url\s*=\s*', '', each, flags=re.I | re.S) for each in (x, y))
                    link(p.strip('\'"'), q.strip('\'"'), name)
                elif x != y:
                    link(x, y, f'<{a[1]} {name}>')
                    if mode == 'gateway' and a[1] == 'base':
                        wrong.append(f'<base>: {x!r} became {y!r}')
    return changes, wrong, missed
