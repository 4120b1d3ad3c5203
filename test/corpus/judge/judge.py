"""Judges what `waypost rewrite` did to files. Reads lines of JSON with the paths of a file before and after, its format
and the mode; writes for each a line with the changes, the wrong ones in words, and the links that stayed."""
import csv
import functools
import importlib
import json
import sys

csv.field_size_limit(1 << 26)
MODULES = {'text': 'plain', 'html': 'pages', 'markdown': 'markdown_', 'mediawiki': 'wiki', 'csv': 'tables',
           'tsv': 'tables'}


@functools.cache
def judge_of(format):
    """Loaded on demand: two of them need parsers that Python does not come with."""
    module = importlib.import_module(MODULES.get(format, 'markup'))
    if module.__name__ == 'markup':
        return module.judge_of(format)
    return module.judge_of('\t' if format == 'tsv' else ',;') if module.__name__ == 'tables' else module.judge


def read(path):
    with open(path, 'rb') as file:
        octets = file.read()
    try:
        return octets.decode('utf-8')
    except UnicodeDecodeError:
        return octets.decode('latin-1')


for line in sys.stdin:
    task = json.loads(line)
    try:
        before, after = read(task['before']), read(task['after'])
        changes, wrong, missed = judge_of(task['format'])(before, after, task['mode'])
    except RecursionError:
        changes, wrong, missed = 0, ['the parser of the judge gives up'], []
    print(json.dumps({'changes': changes, 'wrong': wrong[:20], 'missed': missed}), flush=True)
