/**
 * Characters that a reader of code would not see, or see for something else: controls, marks of direction, odd spaces. What joins
 * emoji stays as it is.
 */
export const invisible =
  /(?<!\p{Extended_Pictographic}\ufe0f?|\p{EMod})\u200d|(?!\u200d)[\p{C}\p{Zl}\p{Zp}]|[^\S ]/gu;
