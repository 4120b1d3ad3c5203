/**
 * What this Worker does with each kind of link: its gateway, which opens and checks links, or its checker alone. A new
 * gateway is a folder beside `open/` and one line here.
 */
export { ftp } from '../ftp/ftp.ts';
export { go } from '../go/go.tsx';
export { gopher } from '../gopher/gopher.ts';
export { http } from '../http/check.ts';
export { mailto } from '../mailto/mailto.tsx';
export { mid, news } from '../news/news.ts';
export { prospero } from '../prospero/prospero.tsx';
export { terminal } from '../terminal/terminal.tsx';
export { wais } from '../wais/wais.tsx';
