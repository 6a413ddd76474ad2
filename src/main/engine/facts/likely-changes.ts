import type { Part } from '../../../shared/domain/part.ts'
import { xmlParameters } from '../history/xml-elements.ts'
import { callInput, type CallInput } from './call-input.ts'
import { isPathKey, pathsInInput } from './paths-in-input.ts'
import { shellWrites } from './shell-writes.ts'
import { toolEffect } from './tool-effect.ts'

/** What a call probably does to files, and the command that it runs. */
export type LikelyChanges = {
  readonly written: readonly string[]
  readonly removed: readonly string[]
  readonly read: readonly string[]
  readonly command?: string
}

const none: LikelyChanges = { written: [], removed: [], read: [] }

/**
 * What a call of any tool probably does, known or not: by the words of its name, the names of its arguments, the files
 * that patches name and what its command writes. Meant for lists in which a missing file is worse than one too many;
 * what has to be certain goes by `callActs`.
 */
export function likelyChanges(part: Part): LikelyChanges {
  if (part.kind !== 'tool-call' || part.toolName === undefined) return none
  const { name, input } = namedCall(part)
  const effect = toolEffect(name, input)
  const patched = patchedFiles(part, input)
  if (effect === 'runs') return addTo(patched, plainCommand(part, input))
  // What is searched or listed is a folder, and no file that was read.
  if (effect === 'reads')
    return /search|list|grep|glob|find|ls$|tree|query/i.test(name)
      ? none
      : { ...none, read: pathsInInput(input).all }
  const { all, sources, targets } = pathsInInput(input)
  switch (effect) {
    case 'changes':
      return { ...none, written: [...patched.written, ...all], removed: patched.removed }
    case 'removes':
      return { ...none, removed: [...all, ...sources] }
    case 'moves':
    case 'copies': {
      const rest = all.filter((path) => !sources.includes(path) && !targets.includes(path))
      const from = sources.length > 0 ? sources : targets.length > 0 ? rest : []
      const written = targets.length > 0 ? targets : rest
      return { ...none, written, removed: effect === 'moves' ? from : [] }
    }
    case 'other':
      return patched
  }
}

/** Models of the XML era escape some commands. */
function plainCommand({ holder }: Part, input: CallInput): string | undefined {
  const command = commandOf(input)
  return holder === 'text'
    ? command
        ?.replaceAll('&gt;', '>')
        .replaceAll('&lt;', '<')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
    : command
}

function addTo(patched: LikelyChanges, command: string | undefined): LikelyChanges {
  if (command === undefined) return patched
  const { written, removed } = shellWrites(command)
  return {
    ...none,
    written: [...patched.written, ...written],
    removed: [...patched.removed, ...removed],
    command,
  }
}

function namedCall(part: Part): { readonly name: string; readonly input: CallInput } {
  const name = (part.toolName ?? '').replace(/^mcp(?:__|--).*(?:__|--)/, '')
  const input = callInput(part) ?? (part.holder === 'text' ? xmlInput(part.text) : {})
  const inner = input['tool_name']
  if (name !== 'use_mcp_tool' || typeof inner !== 'string') return { name, input }
  const given = input['arguments']
  return { name: inner, input: { arguments: typeof given === 'string' ? given : { ...asObject(given) } } }
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}

/** Parameters of a call of the XML era by name; those of one name become a list. */
function xmlInput(text: string): CallInput {
  const input: Record<string, string[]> = {}
  for (const { start, end } of xmlParameters(text)) {
    const key = /<([A-Za-z][\w-]*)>$/.exec(text.slice(Math.max(0, start - 80), start))?.[1]
    if (key !== undefined) (input[key] ??= []).push(text.slice(start, end).trim())
  }
  return Object.fromEntries(
    Object.entries(input).map(([key, values]) => [
      key,
      values.length === 1 || !isPathKey(key) ? values[0] : values,
    ]),
  )
}

function commandOf(input: CallInput): string | undefined {
  const given =
    input['command'] ?? input['cmd'] ?? input['commands'] ?? input['script'] ?? asObject(input['action'])
  const inner = typeof given === 'object' && given !== null && 'command' in given ? given.command : given
  const words = [inner].flat().filter((word) => typeof word === 'string')
  const command = (/^-l?c$/.test(words[1] ?? '') ? words.slice(2) : words).join(
    input['commands'] === undefined ? ' ' : '\n',
  )
  return command.trim() === '' ? undefined : command.trim()
}

const patchLine =
  /^(?:\*\*\* (Add|Update|Delete) File: (.+?)|\*\*\* Move to: (.+?)|\+\+\+ (?:b\/)?([^\t\n]+?))(?:\t.*)?\r?$/gm

/** Files that a patch names, in the format of `apply_patch` and as a unified diff, wherever the call holds it. */
function patchedFiles(part: Part, input: CallInput): LikelyChanges {
  if (!/\*\*\* |\+\+\+ /.test(part.text)) return none
  const written: string[] = []
  const removed: string[] = []
  for (const text of part.holder === 'text' ? [part.text] : textsIn(input)) {
    const isDiff = /^--- /m.test(text)
    for (const [, kind, path = '', moved, diffed] of text.matchAll(patchLine)) {
      if (kind === 'Delete') removed.push(path)
      else if (moved === undefined && diffed === undefined) written.push(path)
      else if (diffed !== undefined && diffed !== '/dev/null' && isDiff) written.push(diffed)
      else if (moved !== undefined) {
        removed.push(...written.splice(-1))
        written.push(moved)
      }
    }
  }
  return { ...none, written, removed }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((inner) => textsIn(inner))
    : []
}
