/** Why an expression cannot be compiled or evaluated. The message is a clause. */
export class ExpressionError extends Error {
  override name = "ExpressionError";

  constructor(
    message: string,
    /** Offset in the expression. */
    readonly offset?: number,
    readonly remedy?: string,
  ) {
    super(message);
  }
}
