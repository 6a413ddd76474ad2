import { lowerBound } from '../../../shared/lib/numbers.ts'

/** A command of a shell line: its words without quotes, and the files that it redirects into. */
export type ShellCommand = { readonly words: readonly string[]; readonly writes: readonly string[] }

const hereDocument =
  /<<-?\s*(['"]|\\|)([A-Za-z_]\w*)['"]?([^\n]{0,500})\n[\s\S]*?(?:\n[ \t]*\2[ \t]*(?=\n|$|[;&|)])|$)/g
/** PowerShell's texts over several lines. */
const hereStringStart = /@(['"])[^\S\n]*\n/g

/** In characters; a pattern that takes millions of them at once overflows its stack. */
const longestLine = 200_000

/**
 * Commands of a shell line, those of pipes included, in order. Good for telling which files are written, not for
 * running anything: what stands beyond the longest line that is looked at, in here-documents, variables and substitutions is left alone.
 */
export function shellCommands(line: string): ShellCommand[] {
  const plain = withoutHereStrings(line.slice(0, longestLine).replace(hereDocument, '$3\n')).replaceAll(
    /[\\`]\r?\n/g,
    ' ',
  )
  const commands: { words: string[]; writes: string[] }[] = [{ words: [], writes: [] }]
  let isTarget = false
  for (const [token] of plain.matchAll(tokens)) {
    const current = commands.at(-1)
    if (current === undefined || /^[^\S\n]+$/.test(token)) continue
    if (/^(?:&&|\|\|?|;|&|\n|[(){}])$/.test(token)) {
      commands.push({ words: [], writes: [] })
      isTarget = false
    } else if (redirect.test(token)) isTarget = true
    else {
      const word = unquoted(token)
      if (isTarget) current.writes.push(word)
      else current.words.push(word)
      isTarget = false
    }
  }
  return commands.filter(({ words, writes }) => words.length + writes.length > 0)
}

/** One pass: a text that is never closed is none, and there may be many of them. */
function withoutHereStrings(command: string): string {
  if (!command.includes("@'") && !command.includes('@"')) return command
  const single = hereStringEnds(command, "'@")
  const double = hereStringEnds(command, '"@')
  const kept: string[] = []
  let at = 0
  for (const { 0: start, 1: quote, index } of command.matchAll(hereStringStart)) {
    if (index < at) continue
    const { breaks, ends } = quote === '"' ? double : single
    const end = ends[lowerBound(breaks, index + start.length)]
    if (end === undefined) continue
    kept.push(command.slice(at, index))
    at = end
  }
  return [...kept, command.slice(at)].join('text')
}

/** Ends of marks that begin a line, white space aside, each with the line break before it. */
function hereStringEnds(
  command: string,
  mark: string,
): { readonly breaks: readonly number[]; readonly ends: readonly number[] } {
  const breaks: number[] = []
  const ends: number[] = []
  for (let at = command.indexOf(mark); at >= 0; at = command.indexOf(mark, at + 1)) {
    let start = at
    while (start > 0 && /[^\S\n]/.test(command.charAt(start - 1))) start -= 1
    if (start === 0 || command[start - 1] !== '\n') continue
    breaks.push(start - 1)
    ends.push(at + mark.length)
  }
  return { breaks, ends }
}

const redirect = /^(?:\d|&|\*)?>>?\|?$/
/** Arrows and comparisons are words; `2>&1` is one that nobody writes to. */
const tokens =
  /\d?>&\d|&&|\|\|?|;|\n|[^\S\n]+|(?:[=-]>|>=)(?:[^\s;|&])*|(?:(?<![^\s;|&])[\d&*])?>>?\|?|&|(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\[ '"()&;]|[=-]>|[^\s;|&><"'])+|./g

function unquoted(token: string): string {
  const pieces: string[] = []
  let at = 0
  // Where one quote is not closed, neither is any other of its kind up to where that shows: none is looked for again.
  let openDoubleUntil = 0
  let isSingleOpen = false
  for (const { 0: quote, index } of token.matchAll(/["']/g)) {
    if (index < at || (quote === '"' ? index < openDoubleUntil : isSingleOpen)) continue
    quoted.lastIndex = index
    const found = quoted.exec(token)
    if (found !== null) {
      pieces.push(token.slice(at, index), found[1] ?? found[2] ?? '')
      at = quoted.lastIndex
    } else if (quote === '"') {
      inQuotes.lastIndex = index + 1
      inQuotes.exec(token)
      openDoubleUntil = inQuotes.lastIndex
    } else isSingleOpen = true
  }
  return [...pieces, token.slice(at)].join('').replace(/\\(?=[ '"()&;])/g, '')
}

const inQuotes = /(?:[^"\\]|\\.)*/y
const quoted = /"((?:[^"\\]|\\.)*)"|'([^']*)'/y
