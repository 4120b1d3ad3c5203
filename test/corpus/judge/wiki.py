"""MediaWiki text, by mwparserfromhell: what is not the address of an external link is the same."""
import re
import mwparserfromhell
from mwparserfromhell.nodes import ExternalLink
from relation import allowed, is_missed


def parts(text):
    code = mwparserfromhell.parse(text)
    found = code.filter(forcetype=ExternalLink, recursive=True)
    # The parser does not end a parameter of a picture at its bar.
    urls = [part for link in found for part in (re.split(r'(?=\|)', str(link.url), maxsplit=1) if not link.brackets
                                                else [str(link.url)])]
    for link in found:
        link.url = 'x:y'
    return urls, str(code)


def allowed_up_to_end(a, b, mode):
    """Behind its end, a URL stays as it is."""
    (a, rest), (b, other) = divided(a), divided(b)
    return rest == other and allowed(a, b, mode)


def divided(url):
    """The parser takes blanks for a part of a URL, where MediaWiki ends it, and a brace, where RFC 3986 does."""
    return re.match(r'([^\x00-\x20\s}]*)(.*)', url, re.S).groups()


def judge(before, after, mode):
    (old, frame), (new, frame_after) = parts(before), parts(after)
    if len(old) != len(new):
        return 0, [f'{len(old)} links became {len(new)}'], []
    wrong = [f'{a!r} became {b!r}' for a, b in zip(old, new) if not allowed_up_to_end(a, b, mode)]
    if frame != frame_after:
        at = next((i for i, (x, y) in enumerate(zip(frame, frame_after)) if x != y), 0)
        wrong.append(f'{frame[max(0, at - 60):at + 60]!r} became {frame_after[max(0, at - 60):at + 60]!r}')
    changes = sum(1 for a, b in zip(old, new) if a != b)
    missed = [url for url in new if is_missed(url, mode)]
    return changes, wrong, missed
