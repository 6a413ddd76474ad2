import type { Act } from './act.ts'

/** In characters; what is longer is a program, not a few words. */
const longestCommand = 10_000

const quotes = /"([^"]*)"|'([^']*)'/g

/** A separator, a line break, other space, or a word with its quoted pieces. */
const tokens = /&&|\|\|?|;|&(?!\d|>)|\n|[^\S\n]+|(?:"[^"]*"|'[^']*'|(?:>&|&>)|[^\s&|;"'])+|./g

/**
 * Files that a shell command shows, removes or moves, where it says so in plain words. Patterns, variables and whatever
 * else only the shell could tell are left alone, and so is what a command writes: nobody can read that off it.
 */
export function readCommandActs(command: string): Act[] {
  return splitShellSegments(command).flatMap((words) => readSegmentActs(words))
}

const wrappers: ReadonlySet<string> = new Set(['bash', 'sh', 'zsh', 'pwsh', 'powershell'])

function readSegmentActs(given: readonly string[]): Act[] {
  const words = normaliseShowCommand(given)
  const [first = '', second = '', third] = words
  if (wrappers.has(first) && /^-(?:l?c|Command)$/i.test(second) && words.length === 3)
    return readCommandActs(third ?? '')
  if (first === 'git' && (second === 'rm' || second === 'mv')) return readSegmentActs(words.slice(1))
  const known = programs.get(first)
  if (known === undefined) return []
  const rest = words.slice(1)
  // A flag that is not known may take the next word for itself.
  if (rest.some((word) => word.startsWith('-') && !known.flags.test(word))) return []
  const paths = rest.filter((word) => !word.startsWith('-') && word !== '/q' && word !== '/f')
  if (paths.some((word) => unclear.test(word))) return []
  const { kind } = known
  if (kind !== 'move') return paths.map((own) => ({ kind, path: own }))
  const to = paths.at(-1)
  if (to === undefined || paths.length < 2) return []
  // One path may be a name or a folder that is there; several have to go into a folder, and so does what ends like one.
  const isFolder = paths.length > 2 || /[\\/]$|^(?:.*[\\/])?\.{1,2}$/.test(to)
  return paths.slice(0, -1).map((path) => ({ kind, path, to: isFolder ? joinMovedPath(to, path) : to }))
}

/** Where a file lies that was moved into a folder. */
function joinMovedPath(folder: string, path: string): string {
  const name =
    path
      .replace(/(?<![\\/])[\\/]+$/, '')
      .split(/[\\/]/)
      .at(-1) ?? ''
  const separator = folder.includes('\\') ? '\\' : '/'
  return folder === '.' || folder === './'
    ? name
    : `${folder.replace(/(?<![\\/])[\\/]+$/, '')}${separator}${name}`
}

/** What shows lines of a file as what shows all of it: `sed -n 1,20p a.ts` as `cat a.ts`. */
function normaliseShowCommand(words: readonly string[]): readonly string[] {
  const [program = '', flag = '', lines = '', ...rest] = words
  const isLines = program === 'sed' && flag === '-n' && /^\d+(?:,(?:\d+|\$))?p$/.test(lines)
  if (isLines) return ['cat', ...rest]
  if (program !== 'head' && program !== 'tail') return words
  if (flag === '-n' && /^[+-]?\d+$/.test(lines)) return ['cat', ...rest]
  return /^-\d+$/.test(flag) ? ['cat', ...words.slice(2)] : words
}

const unclear = /[*?$`{}~[\]%]/
const posix = /^-{1,2}(?:[rRfvn]+|force|recursive|verbose)$|^--$/
const windows = /^-(?:Path|LiteralPath|Destination|Force|Recurse)$/i

type Program = { readonly kind: 'read' | 'delete' | 'move'; readonly flags: RegExp }
const programs: ReadonlyMap<string, Program> = new Map<string, Program>([
  ['rm', { kind: 'delete', flags: posix }],
  ['unlink', { kind: 'delete', flags: posix }],
  ['del', { kind: 'delete', flags: windows }],
  ['Remove-Item', { kind: 'delete', flags: windows }],
  ['mv', { kind: 'move', flags: posix }],
  ['Move-Item', { kind: 'move', flags: windows }],
  ['cat', { kind: 'read', flags: /^-[AbeEnstTuv]+$|^--$/ }],
  ['nl', { kind: 'read', flags: /^-ba$/ }],
  ['Get-Content', { kind: 'read', flags: /^-(?:Path|LiteralPath|Raw)$/i }],
])

/**
 * Words of the commands that a shell runs one after the other. What runs only when another one failed, the rest of a
 * pipe and a command with a here-document are left out: they would say what did not happen, or is no command.
 */
function splitShellSegments(command: string): string[][] {
  if (command.length > longestCommand || command.includes('<<')) return []
  const segments: string[][] = [[]]
  let isSkipped = false
  for (const [token] of command.matchAll(tokens)) {
    if (/^(?:&&|;|\n)$/.test(token)) {
      isSkipped = false
      segments.push([])
    } else if (/^(?:\|\|?|&)$/.test(token)) isSkipped = true
    else if (!isSkipped && !/^\s+$/.test(token)) segments.at(-1)?.push(token.replaceAll(quotes, unquoteMatch))
  }
  return segments.map((words) => dropRedirects(words)).filter((words) => words.length > 0)
}

function unquoteMatch(_whole: string, double: string | undefined, single: string | undefined): string {
  return double ?? single ?? ''
}

function dropRedirects(words: readonly string[]): string[] {
  const at = words.findIndex((word) => /^(?:\d|&)?>/.test(word))
  return at < 0 ? [...words] : words.slice(0, at)
}
