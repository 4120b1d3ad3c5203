"""The messages of mbox files as Python's mailbox module reads them: one JSON object for each, with its octets."""
import base64
import json
import mailbox
import sys

for path in sys.argv[1:]:
    box = mailbox.mbox(path, create=False)
    for key in box.keys():
        octets = box.get_bytes(key)
        message = box.get_message(key)
        json.dump(
            {
                "file": path,
                "id": str(message.get("message-id") or ""),
                "separator": "From " + message.get_from(),
                "octets": base64.b64encode(octets).decode(),
            },
            sys.stdout,
        )
        sys.stdout.write("\n")
