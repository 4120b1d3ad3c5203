"""Writes mbox files and ZIP files as Python's mailbox and zipfile modules do, into a folder."""
import email.message
import email.policy
import gzip
import mailbox
import os
import sys
import zipfile

folder = sys.argv[1]
BODIES = [
    "Tea?\n",
    "From here on, a line that mailbox quotes.\n\nFrom  there, another.\n>From before\n",
    "Gr\u00fc\u00dfe aus K\u00f6ln \u2014 \u65e5\u672c\u8a9e\n" * 40,
    "x" * 3000 + "\n",
    "\n\n\nempty lines at both ends\n\n\n",
    "",
]


def message(number):
    article = email.message.EmailMessage(policy=email.policy.default)
    article["Path"] = "h.example!not-for-mail"
    article["From"] = "Ada L\u00f6velace <ada@h.example>" if number % 3 == 0 else "ada@h.example"
    article["Newsgroups"] = "misc.test,comp.test" if number % 5 == 0 else "misc.test"
    article["Subject"] = f"Tea {number} " + "and a subject that is folded " * (number % 4)
    article["Message-ID"] = f"<{number}@h.example>"
    article["Date"] = f"Fri, 19 Nov 1982 {number // 60 % 24:02}:{number % 60:02}:00 GMT"
    if number > 0:
        article["References"] = f"<{number - 1}@h.example>"
    article.set_content(BODIES[number % len(BODIES)], cte="8bit" if number % 2 else "quoted-printable")
    return article


path = os.path.join(folder, "foreign.mbox")
box = mailbox.mbox(path)
for number in range(300):
    written = mailbox.mboxMessage(message(number))
    written.set_from("ada@h.example", True)
    box.add(written)
box.flush()
box.close()

octets = open(path, "rb").read()
with zipfile.ZipFile(os.path.join(folder, "deflated.zip"), "w", zipfile.ZIP_DEFLATED) as archive:
    archive.write(path, "misc/misc.test.mbox")
with zipfile.ZipFile(os.path.join(folder, "stored.zip"), "w", zipfile.ZIP_STORED) as archive:
    archive.comment = b"PK\x05\x06 is no end " * 3
    archive.writestr("misc.test.mbox.gz", gzip.compress(octets))
with zipfile.ZipFile(os.path.join(folder, "streamed.zip"), "w", zipfile.ZIP_DEFLATED) as archive:
    # Large files have their sizes in an extra field, and behind the octets.
    with archive.open("misc.test.mbox", "w", force_zip64=True) as member:
        member.write(octets)
