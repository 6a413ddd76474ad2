import { append } from '../../../shared/kernel/append.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import { findToolPurpose } from '../../kernel/history/tool-catalogue.ts'
import { findXmlParameters } from '../../kernel/history/xml-elements.ts'
import type { Act } from './act.ts'
import { createOutcomeLookup, type CallOutcome } from './create-outcome-lookup.ts'
import { guessToolEffect, isContentKey, splitNameWords } from './guess-tool-effect.ts'
import { readCallActs } from './read-call-acts.ts'
import { type CallInput, readNamedCall } from './read-call-input.ts'
import { readCodeWrites, readShellWrites } from './read-shell-writes.ts'

const pathWords = /^(?:paths?|files?|filepaths?|filenames?|destinations?|dest|uris?)$/

/** What turns the name of a file into something else. */
const otherWords =
  /^(?:root|cwd|director(?:y|ies)|dir|folder|types?|counts?|size|pattern|glob|contents?|text|id|encoding|mode|max|limit|extension)$/

const sourceKeys = /^(?:source|src|from|old)(?:_?(?:path|file|filename|name|uri))?$/i

const targetKeys = /^(?:destination|dest|target|to|new)(?:_?(?:path|file|filename|name|uri))?$/i

type NamedPaths = {
  readonly all: readonly string[]
  /** Of tools that move or copy. */
  readonly sources: readonly string[]
  readonly targets: readonly string[]
}

const deepest = 8

/** What a call probably does to files, and the command that it runs. */
type LikelyChanges = {
  readonly written: readonly string[]
  readonly removed: readonly string[]
  readonly read: readonly string[]
  readonly command?: string
}

const none: LikelyChanges = { written: [], removed: [], read: [] }

const patchLine =
  /^(?:\*\*\* (Add|Update|Delete) File: ([^\t\r\n]+)|\*\*\* Move to: ([^\t\r\n]+)|\+\+\+ (?:b\/)?([^\t\r\n]+))(?:\t.*)?\r?$/gm

/** What a task did to files and which commands it ran, from its tool calls. All lists in order of first mention. */
export type Artifacts = {
  /** Written, edited or moved to by a call that did not fail, and there at the end. */
  readonly changedFiles: readonly string[]
  /** Removed or moved away by a call that did not fail, and not written again. */
  readonly removedFiles: readonly string[]
  /** Read and never changed. */
  readonly readFiles: readonly string[]
  readonly commands: readonly string[]
}

/**
 * What tool calls of both eras did, those of unknown tools by a guess; what assistants merely say does not count. A
 * call without a result counts as carried out, and a result whose call is gone as a read of the file that it shows.
 */
export function findArtifacts(parts: readonly (readonly Part[])[]): Artifacts {
  const outcomeOf = createOutcomeLookup(parts)
  const book = new ArtifactBook()
  for (const part of parts.flat()) {
    if (part.kind === 'tool-result') {
      if (part.isError !== true && findToolPurpose(part.toolName) === 'read') book.add([part.path], 'read')
    } else if (part.kind === 'tool-call') addCall(book, part, outcomeOf(part.toolCallId))
  }
  return book.artifacts()
}

function addCall(book: ArtifactBook, part: Part, { status }: CallOutcome): void {
  if (status === 'refused') return
  const likely = guessChanges(part)
  // The first steps of a line of commands were carried out though the last one failed.
  const isSeries = likely.command !== undefined && /&&|;|\n/.test(likely.command)
  if (status === 'failed' && !isSeries) return
  for (const act of status === 'failed' ? [] : readCallActs(part)) addAct(book, act)
  if (status !== 'failed') book.add([likely.command], 'commands')
  book.add(likely.removed, 'removed')
  book.add(likely.written, 'changed')
  book.add(likely.read, 'read')
}

function addAct(book: ArtifactBook, act: Act): void {
  if (act.kind === 'command') book.add([act.command], 'commands')
  else if (act.kind === 'read') book.add([act.path], 'read')
  else if (act.kind === 'delete') book.add([act.path], 'removed')
  else if (act.kind === 'move') {
    book.add([act.path], 'removed')
    book.add([act.to], 'changed')
  } else book.add([act.path], 'changed')
}

/** Keeps the lists apart: a file stands where its last change puts it. */
class ArtifactBook {
  private readonly lists = {
    changed: new Set<string>(),
    removed: new Set<string>(),
    read: new Set<string>(),
    commands: new Set<string>(),
  }

  add(names: readonly (string | undefined)[], list: keyof ArtifactBook['lists']): void {
    for (const given of names) {
      const name = list === 'commands' ? given?.split('\n', 1)[0]?.trim() : given
      if (name === undefined || name === '') continue
      if (list === 'removed') this.lists.changed.delete(name)
      if (list === 'changed') this.lists.removed.delete(name)
      this.lists[list].add(name)
    }
  }

  artifacts(): Artifacts {
    const { changed, removed, read, commands } = this.lists
    return {
      changedFiles: [...changed],
      removedFiles: [...removed],
      readFiles: [...read].filter((path) => !changed.has(path) && !removed.has(path)),
      commands: [...commands],
    }
  }
}

/**
 * What a call of any tool probably does, known or not: by the words of its name, the names of its arguments, the files
 * that patches name and what its command writes. Meant for lists in which a missing file is worse than one too many;
 * what has to be certain goes by `readCallActs`.
 */
function guessChanges(part: Part): LikelyChanges {
  if (part.kind !== 'tool-call' || part.toolName === undefined) return none
  const { name, input } = readIntendedCall(part)
  const effect = guessToolEffect(name, input)
  const patched = readPatchedFiles(part, input)
  if (effect === 'runs') return addTo(patched, readPlainCommand(part, input))
  // What is searched or listed is a folder, and no file that was read.
  if (effect === 'reads')
    return /search|list|grep|glob|find|ls$|tree|query/i.test(name)
      ? none
      : { ...none, read: collectInputPaths(input).all }
  const { all, sources, targets } = collectInputPaths(input)
  switch (effect) {
    case 'changes':
      return {
        ...patched,
        written: [...patched.written, ...(all.length > 0 ? all : readCodeWrites(input['code']))],
      }
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
function readPlainCommand({ holder }: Part, input: CallInput): string | undefined {
  const command = readInputCommand(input)
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
  const { written, removed } = readShellWrites(command)
  return {
    ...none,
    written: [...patched.written, ...written],
    removed: [...patched.removed, ...removed],
    command,
  }
}

function readIntendedCall(part: Part): { readonly name: string; readonly input: CallInput } {
  const { name, input: given } = readNamedCall(part)
  const input = given ?? (part.holder === 'text' ? readXmlInput(part.text) : {})
  const inner = input['tool_name']
  if (name !== 'use_mcp_tool' || typeof inner !== 'string') return { name, input }
  const own = input['arguments']
  return { name: inner, input: { arguments: typeof own === 'string' ? own : { ...toObject(own) } } }
}

function toObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}

/** Parameters of a call of the XML era by name; those of one name become a list. */
function readXmlInput(text: string): CallInput {
  const input: Record<string, string[]> = {}
  for (const { start, end } of findXmlParameters(text)) {
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

function readInputCommand(input: CallInput): string | undefined {
  const given =
    input['command'] ?? input['cmd'] ?? input['commands'] ?? input['script'] ?? toObject(input['action'])
  const inner = typeof given === 'object' && given !== null && 'command' in given ? given.command : given
  const words = [inner].flat().filter((word) => typeof word === 'string')
  const command = (/^-l?c$/.test(words[1] ?? '') ? words.slice(2) : words).join(
    input['commands'] === undefined ? ' ' : '\n',
  )
  return command.trim() === '' ? undefined : command.trim()
}

/** Files that a patch names, in the format of `apply_patch` and as a unified diff, wherever the call holds it. */
function readPatchedFiles(part: Part, input: CallInput): LikelyChanges {
  if (!/\*\*\* |\+\+\+ /.test(part.text)) return none
  const written: string[] = []
  const removed: string[] = []
  for (const text of part.holder === 'text' ? [part.text] : collectTexts(input)) {
    const isDiff = /^--- /m.test(text)
    for (const [, kind, path = '', moved, diffed] of text.matchAll(patchLine)) {
      if (kind === 'Delete') removed.push(path)
      else if (moved === undefined && diffed === undefined) written.push(path)
      else if (diffed !== undefined && diffed !== '/dev/null' && isDiff) written.push(diffed)
      else if (moved !== undefined) {
        append(removed, written.splice(-1))
        written.push(moved)
      }
    }
  }
  return { ...none, written, removed }
}

function collectTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((inner) => collectTexts(inner))
    : []
}

/** Whether an argument of this name says which file is meant: `file_path`, `targetFile`, `paths`, `destination`. */
function isPathKey(key: string): boolean {
  const words = splitNameWords(key)
  return words.some((word) => pathWords.test(word)) && !words.some((word) => otherWords.test(word))
}

/** Files that the arguments of a call name, at any depth; what stands in contents and texts names none. */
function collectInputPaths(input: unknown): NamedPaths {
  const found = { all: new Set<string>(), sources: new Set<string>(), targets: new Set<string>() }
  collect(input, '', 0)
  return { all: [...found.all], sources: [...found.sources], targets: [...found.targets] }

  function collect(value: unknown, key: string, depth: number): void {
    if (depth > deepest || isContentKey(key)) {
      // Edits are a list of what is to change where, in some agents with the file inside.
      if (depth > deepest || !Array.isArray(value)) return
    }
    if (typeof value === 'string') return collectText(value, key, depth)
    if (Array.isArray(value)) return value.forEach((item: unknown) => collect(item, key, depth + 1))
    if (typeof value !== 'object' || value === null) return
    for (const [own, inner] of Object.entries(value)) {
      // Some tools take files as an object of contents by path.
      if (/^files?$/i.test(key) && typeof inner === 'string' && /[./\\]/.test(own)) found.all.add(own)
      collect(inner, own, depth + 1)
    }
  }

  function collectText(value: string, key: string, depth: number): void {
    if (/^(?:arguments|args|input|params|parameters)$/i.test(key)) {
      const parsed = parseJson(value)
      if (typeof parsed === 'object') return collect(parsed, key, depth + 1)
    }
    const path = value.replace(/^file:\/\//, '').trim()
    if (!looksLikePath(path)) return
    if (sourceKeys.test(key)) found.sources.add(path)
    if (targetKeys.test(key)) found.targets.add(path)
    if (isPathKey(key)) found.all.add(path)
  }
}

function looksLikePath(text: string): boolean {
  return text !== '' && text.length <= 400 && !/[\n\r<>|"]|^[a-z]+:\/\//i.test(text)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A model wrote it: what is no JSON names nothing.
    return undefined
  }
}
