"""Judges what `waypost rewrite` did to files. Reads lines of JSON with the paths of a file before and after, its format
and the mode; writes for each a line with the changes, the wrong ones in words, and the links that were missed."""
import csv
import json
import sys
import markdown_
import pages
import plain
import tables
import wiki

csv.field_size_limit(1 << 26)
JUDGES = {'text': plain.judge, 'html': pages.judge, 'markdown': markdown_.judge, 'mediawiki': wiki.judge,
          'csv': tables.judge_of(',;'), 'tsv': tables.judge_of('\t')}


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
        changes, wrong, missed = JUDGES[task['format']](before, after, task['mode'])
    except RecursionError:
        changes, wrong, missed = 0, ['the parser of the judge gives up'], 0
    print(json.dumps({'changes': changes, 'wrong': wrong[:20], 'missed': missed}), flush=True)
