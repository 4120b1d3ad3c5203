"""Whether one URL may stand in the place of another. Knows nothing of Waypost: RFC 3986 with urllib, and a few lines for
the schemes that have several spellings."""
import re
from urllib.parse import unquote_to_bytes, urljoin

MIRROR = 'https://mirror.example/'
GATEWAY = 'https://waypost.example/r?url='
# What no URL contains (RFC 3986, Appendix A); brackets belong to hosts.
EXCLUDED = r'[\s<>"{}|\\^`]'
PORTS = {'http': 80, 'https': 443, 'ftp': 21, 'ftps': 990, 'gopher': 70, 'news': 119, 'nntp': 119, 'telnet': 23,
         'wais': 210, 'prospero': 1525, 'go': 1096, 'snews': 563, 'nntps': 563, 'rlogin': 513, 'tn3270': 23,
         'finger': 79, 'dict': 2628}
# The schemes that browsers no longer open: a gateway gets them.
FORGOTTEN = {'gopher', 'gophers', 'ftp', 'ftps', 'news', 'snews', 'nntp', 'nntps', 'telnet', 'rlogin', 'tn3270',
             'wais', 'prospero', 'go', 'afs'}


def scheme_of(url):
    found = re.match(r'([A-Za-z][A-Za-z0-9+.-]*):', url)
    return found.group(1).lower() if found else ''


def host_of(host):
    host = unquote_to_bytes(host.encode()).decode('utf-8', 'replace').lower()
    try:
        return host.encode('idna').decode() if not host.isascii() else host
    except UnicodeError:
        return host


def without_dots(path):
    parts = []
    for part in path.split('/'):
        if part == '..':
            if len(parts) > 1:
                parts.pop()
        elif part != '.':
            parts.append(part)
    if path.endswith(('/.', '/..')):
        parts.append('')
    return '/'.join(parts)


def key(url, login=True):
    """A form in which all spellings of a URL are one: nothing of it is sent, so all of it may be decoded."""
    url = url.strip()
    scheme = scheme_of(url)
    if not scheme:
        return '', None, None, url
    rest = url[len(scheme) + 1:]
    if scheme in ('http', 'https', 'ftp'):
        rest = re.sub(r'^[/\\]*', '//', rest.replace('\\', '/') if '?' not in rest else rest)
    if scheme == 'file' and re.match(r'/(?!/)', rest):
        rest = '//' + rest
    if not rest.startswith('//'):
        return scheme, None, None, opaque(scheme, rest)
    authority, slash, path = re.match(r'//([^/?#]*)(.?)(.*)', rest, re.S).groups()
    path = slash + path
    user, _, place = authority.rpartition('@')
    host, port = re.match(r'(\[.*\]|[^:]*)(?::(\d*))?', place, re.S).groups()
    number = int(port) if port else PORTS.get(scheme)
    if scheme == 'file':
        # A drive may stand where the host should.
        drive = re.fullmatch(r'[A-Za-z][:|]?', place) if path.startswith('/') and place[1:] in (':', '|') else None
        host, path = ('', f'/{place[0]}:{path}') if drive else ('' if host.lower() == 'localhost' else host, path)
        path = re.sub(r'^/([A-Za-z])(?:\||%7c)', r'/\1:', path, flags=re.I)
    if scheme in ('http', 'https', 'ftp', 'file'):
        head, mark, tail = re.match(r'([^?#]*)(.?)(.*)', path, re.S).groups()
        head = without_dots(re.sub(r'%2e', '.', head, flags=re.I))
        path = (head or '/') + mark + tail
    if scheme.startswith('gopher') and path in ('', '/', '/1'):
        path = '/'
    if path in ('', '/'):
        path = '/'
    path = re.sub(r';type=([aid])$', lambda match: match.group(0).lower(), path, flags=re.I)
    return scheme, (unquote_to_bytes(user) if login else None), (host_of(host), number), spelled(scheme, path)


# Here, an escaped delimiter is not a delimiter (RFC 3986 §2.2), and ftp has no query. The others decode the path.
KEEP_ESCAPES = {'http': b":/?#[]@!$&'()*+,;=%", 'https': b":/?#[]@!$&'()*+,;=%", 'ftp': b'/;#%', 'ftps': b'/;#%'}


def spelled(scheme, path):
    """The octets of a path and a query, with those escapes that are not only another spelling."""
    kept = KEEP_ESCAPES.get(scheme, b'')

    def decoded(match):
        octet = bytes([int(match.group(1), 16)])
        return match.group(0).upper() if octet in kept else octet
    return re.sub(rb'%([0-9A-Fa-f]{2})', decoded, path.encode('utf-8', 'surrogatepass'))


def opaque(scheme, rest):
    data = unquote_to_bytes(rest)
    if scheme in ('news', 'mid', 'cid'):
        data = data.strip(b'<>')
    return data.lower() if scheme == 'mailto' else data


def same(before, after):
    return key(before) == key(after)


def allowed(before, after, mode):
    """Whether a rewrite of this mode may put `after` in the place of `before`."""
    if before == after:
        return True
    if mode == 'mirror':
        scheme, _, rest = after[len(MIRROR):].partition('/')
        return after.startswith(MIRROR) and same(before, f'{scheme}://{rest}') and not re.search(EXCLUDED, after)
    if mode == 'canonical':
        return same(before, after) and not re.search(EXCLUDED, after)
    if not after.startswith(GATEWAY) or scheme_of(before) not in FORGOTTEN:
        return False
    address, _, fragment = after[len(GATEWAY):].partition('#')
    target = unquote_to_bytes(address).decode('utf-8', 'replace')
    bare, _, old_fragment = before.partition('#')
    return (key(bare, False) == key(target, False) and not has_user(target)
            and unquote_to_bytes(fragment) == unquote_to_bytes(old_fragment))


def has_user(url):
    """Whether the authority names a user. `news:id@host` has no authority."""
    return re.match(r'[a-z][a-z0-9+.-]*://[^/?#]*@', url, re.I) is not None


def is_missed(url, mode):
    """Whether a link stayed that the mode is about."""
    if mode == 'gateway':
        return scheme_of(url) in FORGOTTEN
    return mode == 'mirror' and re.match(r'(?:https?|ftp|gopher)://[^/]', url, re.I) and not url.startswith(MIRROR)


def resolved(reference, base):
    """urllib resolves by a list of schemes, so the scheme is http meanwhile."""
    scheme = scheme_of(base)
    return re.sub(r'^http:', scheme + ':', urljoin(re.sub(r'^[A-Za-z][\w+.-]*:', 'http:', base), reference))


__all__ = ['allowed', 'is_missed', 'resolved', 'scheme_of']
