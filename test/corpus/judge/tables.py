"""CSV and TSV, by the csv module: the same cells, but for links."""
import csv
import io
import plain
from relation import allowed, is_missed


def judge_of(delimiters):
    def judge(before, after, mode):
        changes, wrong, missed = 0, [], []
        delimiter = max(delimiters, key=before.count)
        old, new = (list(csv.reader(io.StringIO(text, newline=''), delimiter=delimiter)) for text in (before, after))
        if [len(row) for row in old] != [len(row) for row in new]:
            return 0, ['the table has other rows or cells'], []
        for a, b in ((a, b) for x, y in zip(old, new) for a, b in zip(x, y)):
            missed += [b.strip()] if is_missed(b.strip(), mode) else []
            if a == b:
                continue
            if allowed(a.strip(), b.strip(), mode):
                changes += 1
                continue
            more, bad, _ = plain.judge(a, b, mode)
            changes += more
            wrong.extend(bad)
        return changes, wrong, missed
    return judge
