/** An input whose octets cannot be those that somebody wrote. The message has no full stop. */
export class InputFault extends Error {
  override readonly name = 'InputFault';
}
