import type { Act } from './act.ts'
import { shellSegments } from './shell-segments.ts'

/**
 * Files that a shell command removes or moves, where it says so in plain words. Patterns, variables and whatever
 * else only the shell could tell are left alone, and so is what a command writes: nobody can read that off it.
 */
export function commandActs(command: string): Act[] {
  return shellSegments(command).flatMap((words) => segmentActs(words))
}

const wrappers: ReadonlySet<string> = new Set(['bash', 'sh', 'zsh', 'pwsh', 'powershell'])

function segmentActs(words: readonly string[]): Act[] {
  const [first = '', second = '', third] = words
  if (wrappers.has(first) && /^-(?:l?c|Command)$/i.test(second) && words.length === 3)
    return commandActs(third ?? '')
  if (first === 'git' && (second === 'rm' || second === 'mv')) return segmentActs(words.slice(1))
  const known = programs.get(first)
  if (known === undefined) return []
  const rest = words.slice(1)
  // A flag that is not known may take the next word for itself.
  if (rest.some((word) => word.startsWith('-') && !known.flags.test(word))) return []
  const paths = rest.filter((word) => !word.startsWith('-') && word !== '/q' && word !== '/f')
  const [path, to] = paths
  if (paths.some((word) => unclear.test(word))) return []
  if (known.kind === 'delete') return paths.map((own) => ({ kind: 'delete', path: own }))
  // Into a folder, or to another name: only the second says what the file is called now.
  return paths.length === 2 && path !== undefined && to !== undefined && !/[\\/]$|^\.{1,2}$/.test(to)
    ? [{ kind: 'move', path, to }]
    : []
}

const unclear = /[*?$`{}~[\]%]/
const posix = /^-{1,2}(?:[rRfvn]+|force|recursive|verbose)$|^--$/
const windows = /^-(?:Path|LiteralPath|Destination|Force|Recurse)$/i

type Program = { readonly kind: 'delete' | 'move'; readonly flags: RegExp }
const programs: ReadonlyMap<string, Program> = new Map<string, Program>([
  ['rm', { kind: 'delete', flags: posix }],
  ['unlink', { kind: 'delete', flags: posix }],
  ['del', { kind: 'delete', flags: windows }],
  ['Remove-Item', { kind: 'delete', flags: windows }],
  ['mv', { kind: 'move', flags: posix }],
  ['Move-Item', { kind: 'move', flags: windows }],
])
