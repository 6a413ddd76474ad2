import { type Meaning, readHeading } from './state-words.ts'

/** A line of a text that is read for states. */
export type Line = {
  readonly start: number
  /** Where what it says begins, behind a bullet or a number. */
  readonly content: number
  readonly end: number
  readonly kind: 'item' | 'row' | 'prose'
  /** What the sections around it say; `narrative` where one of them tells a story, or it is code or quoted. */
  readonly section: Meaning | null
}

type Section = { readonly rank: number; readonly meaning: Meaning | null; hasLines: boolean }

/** What makes a heading of a line: signs of Markdown, or a colon behind it. */
const heading = /^(?:#{1,6}\s|\*\*[^*]+\*\*:?$|<\/?\w+>$)|[:：]\**$/
const longestHeading = 90
const bullet = /^\s*(?:[-*+•]|(\d+[.)]))\s+/

/** The lines of a text with what the headings over them say: a section goes on to the next one of its depth. */
export function readLines(text: string): readonly Line[] {
  const lines: Line[] = []
  const open: Section[] = []
  let isCode = false
  let isAfterBlank = false
  let start = 0
  for (const own of text.split('\n')) {
    const trimmed = own.trim()
    const found = bullet.exec(own)
    const isFence = trimmed.startsWith('```')
    if (isFence) isCode = !isCode
    const isHeading =
      !isCode && !isFence && trimmed.length <= longestHeading && heading.test(trimmed) && trimmed !== ':'
    const rank = measureRank(own, trimmed, found)
    if (!isCode && !isFence && trimmed !== '') {
      for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
        const isOver = last.rank === rank && (isHeading || found !== null || (isAfterBlank && last.hasLines))
        if (last.rank < rank || (last.rank === rank && !isOver)) break
        open.pop()
      }
      for (const section of open) section.hasLines = true
    }
    const isTold =
      isCode || isFence || trimmed.startsWith('>') || open.some(({ meaning }) => meaning === 'narrative')
    lines.push({
      start,
      content: start + (found?.[0].length ?? own.length - own.trimStart().length),
      end: start + own.length,
      kind: trimmed.startsWith('|') ? 'row' : found === null ? 'prose' : 'item',
      section: isTold ? 'narrative' : (open.findLast(({ meaning }) => meaning !== null)?.meaning ?? null),
    })
    if (isHeading) open.push({ rank, meaning: readHeading(trimmed), hasLines: false })
    isAfterBlank = trimmed === ''
    start += own.length + 1
  }
  return lines
}

/** How deep a line stands: tags, headings of Markdown, then by indentation; numbers stand over dashes. */
function measureRank(line: string, trimmed: string, found: RegExpExecArray | null): number {
  if (/^<\/?\w+>$/.test(trimmed)) return -10
  const signs = /^#+(?=\s)/.exec(trimmed)
  if (signs !== null) return signs[0].length - 9
  const indent = line.length - line.trimStart().length
  return 3 * indent + (found === null ? 0 : found[1] === undefined ? 2 : 1)
}
