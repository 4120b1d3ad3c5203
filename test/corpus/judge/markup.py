"""Texts with a markup, by the markup's own programs: what they read must be the same text but for its links. Each
makes a text of what it reads, in which the judge of plain text compares the links."""
import html.parser
import json
import os
import re
import subprocess
import tempfile
import xml.etree.ElementTree as tree
import plain


class Text(html.parser.HTMLParser):
    """The text of a page with its attributes, one in each line."""

    def __init__(self):
        super().__init__()
        self.lines = []

    def handle_starttag(self, tag, attrs):
        self.lines += [f'{tag} {name} {value}' for name, value in attrs if name not in ('id', 'name', 'class')]

    def handle_data(self, data):
        self.lines.append(data)


def of_html(page):
    reader = Text()
    reader.feed(page)
    return '\n'.join(reader.lines)


def run(*command, text):
    done = subprocess.run(command, input=text.encode('utf-8', 'surrogatepass'), capture_output=True, timeout=120)
    return done.stdout.decode('utf-8', 'replace')


def strings(value):
    if isinstance(value, dict):
        return [part for key, member in value.items() for part in [key, *strings(member)]]
    if isinstance(value, list):
        return [part for member in value for part in strings(member)]
    return [str(value)]


def rst(text):
    """docutils; nothing of the machine is included."""
    import docutils.core
    import docutils.nodes
    settings = {'report_level': 5, 'halt_level': 5, 'file_insertion_enabled': False, 'raw_enabled': False,
                'doctitle_xform': False, 'syntax_highlight': 'none'}
    document = docutils.core.publish_doctree(text, settings_overrides=settings)
    # Identifiers are made of the addresses of links without a name.
    for node in document.findall(docutils.nodes.Element):
        for name in ('ids', 'names', 'backrefs', 'refid', 'anonymous', 'dupnames'):
            node.attributes.pop(name, None)
    return document.pformat()


def asciidoc(text):
    return of_html(run('asciidoctor', '-q', '-S', 'secure', '-s', '-a', 'idprefix=x', '-o', '-', '-', text=text))


def pandoc(format):
    def dump(text):
        document = run('pandoc', '--sandbox', '-f', format, '-t', 'json', text=text)
        return '\n'.join(strings(json.loads(document))) if document else ''
    return dump


def org(text):
    """The parser of Org itself."""
    with tempfile.NamedTemporaryFile('w', encoding='utf-8', errors='surrogatepass', suffix='.org') as file:
        file.write(text)
        file.flush()
        script = os.path.join(os.path.dirname(__file__), 'org.el')
        return run('emacs', '--batch', '-Q', '-l', script, file.name, text='')


def latex(text):
    """LaTeXML, a TeX that writes XML. A part of a document gets a class, and macros of links."""
    class_ = [] if '\\documentclass' in text else ['--preload=article.cls', '--preload=hyperref.sty']
    page = run('latexml', '--quiet', '--quiet', '--noparse', '--nocomments', *class_, '-', text=text)
    return ' '.join(xml_(page).split()) if page else ''


def roff(text):
    # It fills lines: where they end says nothing.
    return ' '.join(of_html(run('mandoc', '-T', 'html', '-O', 'fragment', text=text)).split())


def texinfo(text):
    return of_html(run('texi2any', '--html', '--no-split', '--force', '--error-limit=99999', '-o', '-', '-', text=text))


def json_(text):
    try:
        return '\n'.join(strings(json.loads(text)))
    except ValueError:
        return '\n'.join('\n'.join(strings(json.loads(line))) for line in text.splitlines() if line.strip())


def name_of(text):
    """Programs compare it: no link in it may change."""
    return text.replace(':', ' colon ')


def xml_(text):
    parser = tree.XMLParser(target=tree.TreeBuilder(insert_comments=True, insert_pis=True))
    root = tree.fromstring(text.encode(), parser)
    parts = []
    for element in root.iter():
        tag = name_of(element.tag) if isinstance(element.tag, str) else ''
        parts += [tag, *(f'{name_of(name)}\n{value}' for name, value in element.attrib.items()), element.text or '', element.tail or '']
    return '\n'.join(parts)


def po(text):
    lines, is_name = [], False
    for line in run('msgcat', '--no-wrap', '--to-code=UTF-8', '-', text=text).splitlines():
        if line.lstrip('#~| ').startswith('msg'):
            is_name = not line.lstrip('#~| ').startswith('msgstr')
        elif not line.startswith('"'):
            is_name = False
        line = re.sub(r'\\([nrt])', ' ', line)
        lines.append(name_of(line) if is_name else line)
    return '\n'.join(lines)


READERS = {'rst': rst, 'asciidoc': asciidoc, 'org': org, 'latex': latex, 'bibtex': pandoc('bibtex'),
           'texinfo': texinfo, 'roff': roff, 'xml': xml_, 'json': json_, 'po': po,
           # Nothing in it may change: its tables count octets.
           'info': lambda text: text}


def judge_of(format):
    read = READERS[format]

    def judge(before, after, mode):
        try:
            old = read(before)
        except (ValueError, tree.ParseError, subprocess.TimeoutExpired, NotImplementedError):
            old = ''
        if old.strip() == '':
            # The program does not read it: then it is running text.
            return plain.judge(before, after, mode)
        return plain.judge(old, read(after), mode)
    return judge
