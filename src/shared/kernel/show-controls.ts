/**
 * Characters that change how the text around them reads, and that no font draws: the bidirectional overrides and
 * isolates, which can make one text look like another, what has no width, the separators of lines and paragraphs, and the
 * control codes other than tab and line end. Variation selectors, which choose between two pictures, are none of them.
 */
const deceptive =
  /[[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\t\n\r\p{Variation_Selector}]]/gv

/** What a joiner without width joins: emoji, and letters of scripts whose spelling needs it, such as Persian and Hindi. */
const joined =
  /^[[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]]/v

/** Makes such characters visible by their number, `⟨U+202E⟩`, so that a history cannot disguise its text. */
export function showControls(text: string): string {
  return replaceDeceptive(text, (character) => {
    const number = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    return `⟨U+${number}⟩`
  })
}

/**
 * The same on a terminal, where a carriage return without a line end would write over what stands before it. Everything
 * that the command line says goes through this.
 */
export function showOnTerminal(text: string): string {
  return showControls(text).replaceAll(/\r(?!\n)/g, '⟨U+000D⟩')
}

/** JSON whose strings spell such characters as `\u202e`: safe to print, and of the same values when it is parsed. */
export function escapeControls(json: string): string {
  return replaceDeceptive(json, (character) =>
    Array.from({ length: character.length }, (_, at) => {
      return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`
    }).join(''),
  )
}

function replaceDeceptive(text: string, replacement: (character: string) => string): string {
  return text.replaceAll(deceptive, (character: string, at: number) =>
    isJoiner(character) && isBetweenJoined(text, at) ? character : replacement(character),
  )
}

const isJoiner = (character: string): boolean => character === '\u200C' || character === '\u200D'

function isBetweenJoined(text: string, at: number): boolean {
  const before = /[\uDC00-\uDFFF]/.test(text.charAt(at - 1)) ? text.slice(at - 2, at) : text.charAt(at - 1)
  return joined.test(before) && joined.test(text.slice(at + 1, at + 3))
}
