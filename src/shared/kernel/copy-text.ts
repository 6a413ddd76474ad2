/** From this length on V8 makes no copy of a part of a text, but keeps the whole text for it. */
const leastShared = 13

/** A part of a text that is kept for long, without the rest of the text. Halves of pairs stay what they are. */
export function copyText(text: string): string {
  return text.length < leastShared ? text : String(JSON.parse(JSON.stringify(text)))
}
