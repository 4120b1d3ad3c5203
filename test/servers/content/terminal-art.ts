/** What the telnet test server draws: a signpost in code page 437, and the colours of a terminal. */

const CSI = '\x1b[';

/** A signpost, in characters of code page 437. */
export const art = `
${CSI}33m                ▄
        ${CSI}36m╔═══════█═══════════╗
        ║ GOPHER █          ░▒▓█►
        ╚═══════█═══════════╝
   ╔════════════█═════╗
 ◄█▓▒░   TELNET █     ║
   ╚════════════█═════╝
${CSI}33m                █
                █
${CSI}32m  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄█▄▄▄▄▄▄▄▄▄▄▄▄▄${CSI}0m
`
  .replaceAll('►', '>')
  .replaceAll('◄', '<');

const palette = Array.from({ length: 16 }, (_, index) => {
  const code = index < 8 ? 40 + index : 92 + index;
  return `${CSI}${code}m    ${CSI}0m${index % 8 === 7 ? '\n ' : ''}`;
}).join('');

const ramp = Array.from({ length: 36 }, (_, index) => `${CSI}48;5;${16 + index * 6}m ${CSI}0m`).join('');

const styles = [
  ['1', 'bold'],
  ['3', 'italic'],
  ['4', 'underlined'],
  ['7', 'inverse'],
  ['9', 'struck'],
].map(([code, name]) => `${CSI}${code}m${name}${CSI}0m`);

/** The 16 colours, some of the 256, and the styles. */
export const colours = `\n ${palette}\n ${ramp}\n ${styles.join('  ')}\n`;
