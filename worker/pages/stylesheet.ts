/** The address of the stylesheet: its name changes with its content, so that browsers may keep it for ever. */
export const STYLESHEET = '/assets/waypost.css';
