import { append } from '../../../shared/kernel/append.ts'
import { lowerBound } from '../../../shared/kernel/numbers.ts'

/** Files that a shell line probably writes and removes, as it names them. */
export type ShellWrites = { readonly written: readonly string[]; readonly removed: readonly string[] }

/** Reads off a shell line of either family which files it changes: redirections, and programs that write files. */
export function readShellWrites(line: string): ShellWrites {
  const written: string[] = [...matchCodeWrites(line)]
  const removed: string[] = []
  for (const { words, writes } of splitShellCommands(line)) {
    append(written, writes)
    const own = readCommandWrites(words)
    append(written, own.written)
    append(removed, own.removed)
  }
  return { written: written.filter(isFile), removed: removed.filter(isFile) }
}

const nothing: ShellWrites = { written: [], removed: [] }

function isFile(path: string): boolean {
  return (
    /[\p{L}\p{N}]/u.test(path) &&
    !/[*$`<>|\n]|^\/dev\/|^nul$|^&|^-|^[\d.]+$|^[a-z]+:\/\//i.test(path) &&
    path.length <= 400
  )
}

function readCommandWrites(given: readonly string[]): ShellWrites {
  const start = given.findIndex(
    (word) => !/^(?:sudo|time|nohup|then|do|else|if|command|git|-\w|\w+=.*)$/.test(word),
  )
  const words = given.slice(Math.max(0, start))
  const [first = '', ...rest] = words
  const name = (first.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.exe$/, '')
  if (/^(?:bash|sh|zsh|pwsh|powershell|cmd)$/.test(name)) {
    const flag = rest.findIndex((word) => /^(?:-l?c|-command|\/c)$/i.test(word))
    return flag < 0 ? nothing : readShellWrites(rest.slice(flag + 1).join(' '))
  }
  return programs.find(([pattern]) => pattern.test(name))?.[1](rest) ?? nothing
}

type Reader = (args: readonly string[]) => ShellWrites

const programs: readonly (readonly [RegExp, Reader])[] = [
  [/^(?:tee|touch|truncate)$/, (args) => ({ written: selectPlainWords(args, /^-s$/), removed: [] })],
  [/^(?:sed|gsed|perl)$/, readInPlaceEdits],
  [/^(?:mv|move|move-item|ren|rename|rename-item|mi)$/, (args) => readTransfers(args, true)],
  [/^(?:cp|copy|copy-item|ln|install)$/, (args) => readTransfers(args, false)],
  [/^(?:rm|del|erase|unlink|remove-item|ri)$/, (args) => ({ written: [], removed: selectPlainWords(args) })],
  [/^(?:set-content|out-file|add-content|new-item|clear-content|sc|ac|ni)$/, readCmdletWrites],
  [
    /^(?:curl|wget)$/,
    (args) => ({ written: pickFlagValues(args, /^(?:-o|-O|--output|--output-document)$/), removed: [] }),
  ],
  [/^dd$/, (args) => ({ written: args.flatMap((word) => /^of=(.+)/.exec(word)?.[1] ?? []), removed: [] })],
]

/** Flags of cmdlets whose value is no file. */
const valued = /^-(?:value|encoding|itemtype|type|filter|include|exclude|width|inputobject)$/i

function selectPlainWords(args: readonly string[], valuedFlag = valued): string[] {
  return args.filter(
    (word, index) => word !== '' && !/^-|^\/[a-z]$/i.test(word) && !valuedFlag.test(args[index - 1] ?? ''),
  )
}

function pickFlagValues(args: readonly string[], flag: RegExp): string[] {
  return args.filter((_word, index) => flag.test(args[index - 1] ?? ''))
}

function readInPlaceEdits(args: readonly string[]): ShellWrites {
  if (!args.some((word) => /^(?:-\w*i\.\w+|-[^\Wi]*i\w*|--in-place(?:=.*)?)$/.test(word))) return nothing
  const script = /^-(?:\w*e|\w*f|-expression|-file)$/
  const words = selectPlainWords(args, script)
  const hasScript = args.some((word) => script.test(word))
  return { written: hasScript ? words : words.slice(1), removed: [] }
}

function readTransfers(args: readonly string[], isMove: boolean): ShellWrites {
  const words = selectPlainWords(args)
  const target = pickFlagValues(args, /^-(?:destination|newname|t)$/i)[0] ?? words.at(-1)
  const sources = words.filter((word) => word !== target)
  if (target === undefined || sources.length === 0) return nothing
  const isFolder = sources.length > 1 || /[\\/]$|^\.{1,2}$/.test(target)
  const written = isFolder
    ? sources.map((path) => `${target.replace(/[\\/]$/, '')}/${path.split(/[\\/]/).at(-1) ?? ''}`)
    : [target]
  return { written, removed: isMove ? sources : [] }
}

function readCmdletWrites(args: readonly string[]): ShellWrites {
  if (args.some((word) => /^directory$/i.test(word))) return nothing
  const named = pickFlagValues(args, /^-(?:path|filepath|literalpath)$/i)
  return { written: named.length > 0 ? named : selectPlainWords(args).slice(0, 1), removed: [] }
}

/** Scripts inside of commands: `open('x', 'w')`, `Path('x').write_text`, `writeFileSync('x'`. */
const writeCalls =
  /\bopen\(\s*(['"])([^'"\n]+)\1\s*,\s*['"][wax]|\bPath\(\s*(['"])([^'"\n]+)\3\s*\)\.write_|\b(?:write|append)File(?:Sync)?\(\s*(['"])([^'"\n]+)\5|WriteAll(?<!WriteAll\w*?WriteAll)\w+\(\s*(['"])([^'"\n]+)\7/g

/** A path that is written by way of a variable. */
const namedPath = /\bPath\(\s*(['"])([^'"\n]+)\1\s*\)/g

/** Files that a program probably writes, as far as it names them; none where there is no program. */
export function readCodeWrites(code: unknown): readonly string[] {
  return typeof code === 'string' ? matchCodeWrites(code.slice(0, longestLine)).filter(isFile) : []
}

function matchCodeWrites(line: string): string[] {
  const named = /\.write_(?:text|bytes)\(/.test(line) ? [...line.matchAll(namedPath)] : []
  return [
    ...[...line.matchAll(writeCalls)].flatMap((match) => match[2] ?? match[4] ?? match[6] ?? match[8] ?? []),
    ...named.flatMap((match) => match[2] ?? []),
  ]
}

/** A command of a shell line: its words without quotes, and the files that it redirects into. */
type ShellCommand = { readonly words: readonly string[]; readonly writes: readonly string[] }

const hereDocument =
  /<<-?\s*(['"]|\\|)([A-Za-z_]\w*)(?!\w)['"]?([^\n]{0,250})\n[\s\S]*?(?:\n[ \t]*\2[ \t]*(?=\n|$|[;&|)])|$)/g
/** PowerShell's texts over several lines. */
const hereStringStart = /@(['"])[^\S\n]*\n/g

/** In characters; a pattern that takes millions of them at once overflows its stack. */
const longestLine = 200_000

/**
 * Commands of a shell line, those of pipes included, in order. Good for telling which files are written, not for
 * running anything: what stands beyond the longest line that is looked at, in here-documents, variables and substitutions is left alone.
 */
export function splitShellCommands(line: string): ShellCommand[] {
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
      const word = unquoteToken(token)
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
  const single = findHereStringEnds(command, "'@")
  const double = findHereStringEnds(command, '"@')
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
function findHereStringEnds(
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

function unquoteToken(token: string): string {
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
