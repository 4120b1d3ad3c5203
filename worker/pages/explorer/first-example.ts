/** What the page shows before anything is asked. */
export const FIRST_EXAMPLE = '<URL:GOPHER://Gopher.Floodgap.COM:70/7/v2/vs%09lost worlds>';
