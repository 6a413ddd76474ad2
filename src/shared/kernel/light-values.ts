/**
 * Marks a message whose long texts are kept packed, elsewhere: what is made of it one by one, for a whole history, is to be
 * kept in the same way. The mark holds what does that.
 */
export const lightMark: unique symbol = Symbol('light')

/** What was made of a message, kept as its texts are: as it is, unless these are kept packed. */
export function keepLike<T>(message: object, value: T): T {
  // Set where messages are made light, and nowhere else.
  const lighten = Reflect.get(message, lightMark) as ((value: T) => T) | undefined
  return lighten === undefined ? value : lighten(value)
}

/** Whether the long texts of a message are kept packed. */
export function isLight(message: object): boolean {
  return lightMark in message
}

/** Marks objects whose long texts are behind properties that unpack them: nobody should look at all of these for nothing. */
export const lightObject: unique symbol = Symbol('light object')
