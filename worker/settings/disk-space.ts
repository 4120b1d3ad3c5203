/** What the launcher of a self-hosted server answers the Worker at the binding `STORE_SPACE`. */
export interface DiskSpace {
  /** Octets. */
  readonly free: number;
  /** Whether what is left is kept for blocks and deletions. */
  readonly isLow: boolean;
}
