/**
 * Byte-pair merging is quadratic in the length of a pre-token, so a run of a million equal letters would keep a
 * counter busy for hours. Runs longer than this are counted in pieces; all other text is counted exactly.
 */
export const longestRun = 512

const runClasses = [String.raw`[\p{L}\p{M}]`, String.raw`\s`, String.raw`[^\s\p{L}\p{N}]`]
const longRun = new RegExp(runClasses.map((own) => `(${own}{${longestRun}})`).join('|'), 'gu')
/** What a run goes on with, a piece at a time: a pattern that takes millions of characters at once overflows its stack. */
const moreOfRun = runClasses.map((own) => new RegExp(`${own}{1,4096}`, 'uy'))

/** Pieces of a text whose counts add up to its count; the text itself where no run is too long. */
export function cutLongRuns(text: string): readonly string[] {
  if (!mayHoldLongRun(text)) return [text]
  const pieces: string[] = []
  let from = 0
  longRun.lastIndex = 0
  for (let match = longRun.exec(text); match !== null; match = longRun.exec(text)) {
    const end = findRunEnd(text, match)
    longRun.lastIndex = end
    for (let cut = match.index + longestRun; cut < end; cut += longestRun) {
      const at = isLowSurrogate(text, cut) ? cut + 1 : cut
      pieces.push(text.slice(from, at))
      from = at
    }
  }
  pieces.push(text.slice(from))
  return pieces
}

function findRunEnd(text: string, match: RegExpExecArray): number {
  const more = moreOfRun[match.slice(1).findIndex((group) => group !== undefined)]
  let end = match.index + match[0].length
  if (more === undefined) return end
  more.lastIndex = end
  while (more.test(text)) end = more.lastIndex
  return end
}

const letter = 1
const space = 2
const other = 3
/** Class of each ASCII character; digits are 0, for a pre-token holds at most three of them. */
const classes = Uint8Array.from({ length: 128 }, (_, code) => classifyCharacter(String.fromCharCode(code)))

function classifyCharacter(character: string): number {
  if (/[A-Za-z]/.test(character)) return letter
  if (/\s/.test(character)) return space
  return /\d/.test(character) ? 0 : other
}

/** Of a run that is too long, one stretch between two multiples of this is a part. */
const stretch = longestRun / 2

/** Whether all of some stretch may be one run. Of nearly all stretches the first characters tell that they are none. */
function mayHoldLongRun(text: string): boolean {
  for (let start = 0; start + stretch <= text.length; start += stretch) if (isAlike(text, start)) return true
  return false
}

/** Takes every character that is no ASCII for whatever continues the run before it. */
function isAlike(text: string, start: number): boolean {
  let kind: number | undefined
  for (let at = start; at < start + stretch; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= 128) continue
    const own = classes[code]
    if (own === 0 || (kind !== undefined && own !== kind)) return false
    kind = own
  }
  return true
}

function isLowSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff
}
