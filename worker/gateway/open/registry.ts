/** The gateways of this Worker. A new gateway is a folder beside `core/` and one line here. */
export { ftp } from '../ftp/ftp.ts';
export { go } from '../go/go.ts';
export { gopher } from '../gopher/gopher.ts';
export { mailto } from '../mailto/mailto.tsx';
export { mid, news } from '../news/news.ts';
export { prospero } from '../prospero/prospero.ts';
export { terminal } from '../terminal/terminal.ts';
export { wais } from '../wais/wais.ts';
