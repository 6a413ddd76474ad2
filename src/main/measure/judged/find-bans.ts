import type { Ban } from '../../../shared/kernel/evidence.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import type { Act } from '../facts/act.ts'
import { findFirmConstraints } from '../facts/find-constraints.ts'
import { normalisePath, readPath } from '../facts/path-class.ts'

const banning =
  /\b(?:never|do not|don['’]t|must not|mustn['’]t|may not|cannot|avoid|no|not|nie|niemals|nicht|nunca|jamais|não)\b/i

/** What holds under a condition only is not looked for. */
const conditional = /\b(?:unless|without asking|without my|before|until|except|if|only)\b/i

const running = /\b(?:run|runs|running|use|using|execute|call|invoke|push|commit|install)\b/i

const quoted = /`([^`\n]{2,200})`|"([^"\n]{2,200})"|“([^”\n]{2,200})”/g

/** `vendor files`, `the generated folder`. */
const namedFolder = /\b(?<!\w-*)([\w-]{3,})\/?\s+(?:files?|folders?|director(?:y|ies))\b/gi

const anyFolder = new Set([
  'any',
  'all',
  'the',
  'these',
  'those',
  'other',
  'new',
  'test',
  'config',
  'source',
  'this',
])

/**
 * What the user's bans name outright: commands in quotes or backticks after a word such as “run”, paths, and folders such
 * as “vendor files”. Bans in other words, and those under a condition, are not found.
 */
export function findBans(parts: readonly (readonly Part[])[]): Ban[] {
  const rules = findFirmConstraints(parts).filter((rule) => banning.test(rule) && !conditional.test(rule))
  const bans = rules.flatMap((rule) => parseRuleBans(rule))
  return [...new Map(bans.map((ban) => [`${ban.kind} ${ban.target}`, ban])).values()]
}

function parseRuleBans(rule: string): Ban[] {
  const after = rule.slice(banning.exec(rule)?.index ?? 0)
  const texts = [...after.matchAll(quoted)].map((match) => (match[1] ?? match[2] ?? match[3] ?? '').trim())
  const isAboutCommands = running.test(after)
  const commands = isAboutCommands
    ? texts.filter((text) => /^[a-z][\w.-]*(?:\s|$)/.test(text) && !isPath(text))
    : []
  const words = after.replaceAll(/[`"“”,;()]/g, ' ').split(/\s+/)
  const paths = [...texts, ...words].filter(isPath).map(normalisePath)
  const folders = [...after.matchAll(namedFolder)].flatMap(([, name = '']) =>
    anyFolder.has(name.toLowerCase()) ? [] : [name],
  )
  return [
    ...commands.map((target) => ({ rule, kind: 'command' as const, target: collapseSpaces(target) })),
    ...[...paths, ...folders].map((target) => ({ rule, kind: 'path' as const, target })),
  ]
}

function isPath(text: string): boolean {
  return (
    !/\s/.test(text) &&
    (readPath(text.replace(/(?<![.!?:])[.!?:]+$/, '')) !== undefined || /^[\w.-]+\/$/.test(text))
  )
}

/** The bans that an action breaks: a command that is run, a file or folder that is changed. Reading breaks none. */
export function findBrokenBans(bans: readonly Ban[], acts: readonly Act[]): Ban[] {
  return bans.filter(({ kind, target }) =>
    acts.some((act) => {
      if (act.kind === 'command') return kind === 'command' && runsCommand(act.command, target)
      return (
        kind === 'path' && act.kind !== 'read' && listActPaths(act).some((path) => isWithin(path, target))
      )
    }),
  )
}

function listActPaths(act: Exclude<Act, { kind: 'command' }>): string[] {
  return (act.kind === 'move' ? [act.path, act.to] : [act.path]).map(normalisePath)
}

/** At the beginning of a command, or after what joins two. */
function runsCommand(command: string, target: string): boolean {
  const pieces = command.split(/&&|\|\||[;|\n]/).map(collapseSpaces)
  return pieces.some((piece) => piece === target || piece.startsWith(`${target} `))
}

/** The path itself, a path that ends in it, or one in a folder of that name. */
function isWithin(path: string, target: string): boolean {
  const wanted = target.replace(/\/$/, '')
  return `/${path}/`.includes(`/${wanted.replace(/^\//, '')}/`)
}

function collapseSpaces(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}
