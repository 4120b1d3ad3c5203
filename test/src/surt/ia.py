"""Keys of the Python package surt in the folder SURT: a line of JSON for each URL, and one for each key."""
import json
import os
import sys
import types

sys.path.insert(0, os.environ["SURT"])

# Packages that it imports, of which keys need these two names alone.
sys.modules["tldextract"] = types.ModuleType("tldextract")
six = types.ModuleType("six")
six.text_type, six.binary_type = str, bytes
sys.modules["six"] = six

import surt  # noqa: E402

for line in sys.stdin:
    row = json.loads(line)
    url, options = row if isinstance(row, list) else (row, {})
    try:
        print(json.dumps(surt.surt(url, **options)))
    except Exception:  # it has no error of its own
        print("null")
