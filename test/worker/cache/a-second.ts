/** Waits until a copy is no longer of this second: such a copy is the newest there is. */
export const aSecond = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1100));
