/** An answer of a service that CNRP does not allow. */
export class CnrpError extends Error {
  override readonly name = 'CnrpError';
}
