/**
 * Packed files: BinHex 4.0 for gopher type 4, a ZIP for type 5, uuencode for type 6, and a PDF of one page. Each
 * function takes the content and returns the octets of the package.
 */
import { crc32 } from 'node:zlib';

const BINHEX = '!"#$%&\'()*+,-012345689@ABCDEFGHIJKLMNPQRSTUVXYZ[`abcdefhijklmpqr';

/** A Macintosh text file in BinHex 4.0 (RFC 1741 Appendix A). */
export function binHex(name: string, content: Buffer): Buffer {
  const header = Buffer.concat([
    Buffer.from([name.length]),
    Buffer.from(`${name}\0TEXTttxt\0\0`, 'latin1'),
    uint32be(content.length),
    uint32be(0), // no resource fork
  ]);
  const parts = [header, content, Buffer.alloc(0)].flatMap((part) => [part, crc16(part)]);
  // 0x90 marks a run. A literal 0x90 is followed by a zero.
  const escaped = Buffer.from([...Buffer.concat(parts)].flatMap((octet) => (octet === 0x90 ? [octet, 0] : [octet])));
  let digits = '';
  let bits = 0;
  let held = 0;
  for (const octet of [...escaped, 0]) {
    held = (held << 8) | octet;
    for (bits += 8; bits >= 6; bits -= 6) digits += BINHEX[(held >> (bits - 6)) & 0x3f];
    held &= 0xff;
  }
  const text = `:${digits.slice(0, Math.ceil((escaped.length * 8) / 6))}:`;
  const lines = text.match(/.{1,64}/g) ?? [];
  return Buffer.from(`(This file must be converted with BinHex 4.0)\n${lines.join('\n')}\n`, 'latin1');
}

/** The CRC-CCITT of BinHex, over the part and two zeros. */
function crc16(part: Buffer): Buffer {
  let crc = 0;
  for (const octet of [...part, 0, 0]) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      const carry = crc & 0x8000;
      crc = ((crc << 1) | ((octet >> bit) & 1)) & 0xffff;
      if (carry !== 0) crc ^= 0x1021;
    }
  }
  return Buffer.from([crc >> 8, crc & 0xff]);
}

/** A file in uuencode (POSIX), as mail and news carried files before MIME. */
export function uuencode(name: string, content: Buffer): Buffer {
  const digit = (value: number): string => String.fromCharCode(value === 0 ? 0x60 : 0x20 + value);
  const lines: string[] = [];
  for (let start = 0; start < content.length; start += 45) {
    const row = content.subarray(start, start + 45);
    let line = digit(row.length);
    for (let offset = 0; offset < row.length; offset += 3) {
      const three = ((row[offset] ?? 0) << 16) | ((row[offset + 1] ?? 0) << 8) | (row[offset + 2] ?? 0);
      line += [18, 12, 6, 0].map((shift) => digit((three >> shift) & 0x3f)).join('');
    }
    lines.push(line);
  }
  return Buffer.from(`begin 644 ${name}\n${[...lines, '`', 'end', ''].join('\n')}`, 'latin1');
}

/** A ZIP archive whose files are stored without compression. */
export function zip(files: Readonly<Record<string, Buffer>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(10, 0); // version needed: 1.0
    common.writeUInt16LE(((1993 - 1980) << 9) | (3 << 5) | 18, 8); // a day in March 1993
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name, 'latin1'), content]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x0a\x00'), common, rest, Buffer.from(name, 'latin1'));
    locals.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, entries, Buffer.from('PK\x05\x06'), end]);
}

/** A PDF of one page with some lines of text on it. */
export function pdf(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join('\n');
  const page = `BT /F1 18 Tf 24 TL 72 700 Td\n${shown}\nET\n`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}endstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

function uint32be(value: number): Buffer {
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(value);
  return octets;
}
