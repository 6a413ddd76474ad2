/**
 * Characters that change how the text around them reads, and that no font draws: the bidirectional overrides and
 * isolates, which can make one text look like another, and the control codes other than tab and line end.
 */
const deceptive = /[[\p{Cc}\p{Bidi_Control}]--[\t\n\r]]/gv

/** Makes such characters visible by their number, `⟨U+202E⟩`, so that a history cannot disguise its text. */
export function showControls(text: string): string {
  return text.replaceAll(deceptive, (character) => {
    const number = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    return `⟨U+${number}⟩`
  })
}
