import type { Part } from '../../../shared/kernel/part.ts'
import { rememberResults } from '../../../shared/kernel/remember-results.ts'
import {
  listKeys,
  readInputPath,
  findToolPurpose,
  type ToolPurpose,
} from '../../kernel/history/tool-catalogue.ts'
import { findXmlParameters } from '../../kernel/history/xml-elements.ts'
import { fileActKinds, type Act, type FileActKind } from './act.ts'
import { type CallInput, readNamedCall } from './read-call-input.ts'
import { readCommandActs } from './read-command-acts.ts'
import { readCodeWrites } from './read-shell-writes.ts'

const fileLine = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/gm

const kinds = { 'Add File': 'create', 'Update File': 'edit', 'Delete File': 'delete' } as const

type ToolAct = FileActKind | 'move' | 'run'

const toolActs: ReadonlySet<string> = new Set<ToolAct>([...fileActKinds, 'move', 'run'])

/** Editors that do several things say which in an argument. */
const editorActs: ReadonlyMap<unknown, FileActKind> = new Map([
  ['view', 'read'],
  ['create', 'create'],
  ['write', 'write'],
])

/** All that a tool call of either era sets out to do to files, and the commands that it runs. None for other parts. */
export function readCallActs(part: Part): readonly Act[] {
  if (part.kind !== 'tool-call') return []
  const own = actsOfPart.get(part)
  if (own !== undefined) return own
  const known = knownActs(part.text)
  const key = `${part.holder} ${part.toolName ?? ''} ${part.path ?? ''}`
  const acts = known.get(key) ?? readActs(part)
  known.set(key, acts)
  actsOfPart.set(part, acts)
  return acts
}

/** Several figures of each condensation ask for the acts of all calls. As many as there are parts. */
const actsOfPart = new WeakMap<Part, readonly Act[]>()

/** Acts of calls by their text, for other parts with the same one. */
const knownActs = rememberResults(() => new Map<string, readonly Act[]>())

function readActs(part: Part): readonly Act[] {
  const act = findToolAct(part)
  if (act === undefined) return programTools.test(part.toolName ?? '') ? readProgramWrites(part) : []
  if (act === 'run') {
    return readCallCommands(part).flatMap((command) => [
      { kind: 'command', command },
      ...readCommandActs(command),
    ])
  }
  if (act === 'move') return readMoves(readNamedCall(part).input)
  const patched = patchActs(readPatch(part))
  return patched.length > 0 ? patched : readCallPaths(part).map((path) => ({ kind: act, path }))
}

/** Tools that are given a program in Python, such as that of Inspect. */
const programTools = /^(?:i?python3?|(?:run|exec|execute)_python(?:_code)?|python_(?:exec|repl))$/i

function readProgramWrites(part: Part): Act[] {
  return readCodeWrites(readNamedCall(part).input?.['code']).map((path) => ({ kind: 'write', path }))
}

function findToolAct(part: Part): ToolAct | undefined {
  const { toolName } = part
  if (toolName === undefined) return undefined
  // A tool of an MCP server goes by its own name.
  const { name, input } = readNamedCall(part)
  const act = [findToolPurpose(name), findToolPurpose(toolName)].find(isAct)
  return (act === 'edit' ? editorActs.get(input?.['command']) : undefined) ?? act
}

function isAct(purpose: ToolPurpose): purpose is ToolAct {
  return toolActs.has(purpose)
}

function readCallCommands(part: Part): string[] {
  if (part.holder === 'text' && !part.text.startsWith('<use_mcp_tool>')) return readXmlValues(part, 'command')
  const input = readNamedCall(part).input ?? {}
  const given = input['command'] ?? input['cmd'] ?? input['CommandLine'] ?? input['commands']
  // Codex gives the words of one command, Cline's SDK a list of commands.
  const all =
    Array.isArray(given) && input['commands'] === undefined ? [joinCommandWords(given)] : [given].flat()
  return all.flatMap((command) =>
    typeof command === 'string' && command.trim() !== '' ? [command.trim()] : [],
  )
}

function joinCommandWords(words: readonly unknown[]): string {
  const texts = words.filter((word) => typeof word === 'string')
  const isShell = texts.length === 3 && /^-l?c$/.test(texts[1] ?? '')
  return isShell ? (texts[2] ?? '') : texts.join(' ')
}

function readMoves(input: CallInput | undefined): Act[] {
  if (input === undefined) return []
  const operations = Array.isArray(input['operations']) ? input['operations'] : [input]
  return operations.flatMap((operation: unknown): Act[] => {
    if (typeof operation !== 'object' || operation === null) return []
    const path = pickString(operation, ['source', 'source_path', 'from', 'old_path', 'oldPath', 'path'])
    const to = pickString(operation, ['destination', 'destination_path', 'to', 'new_path', 'newPath'])
    return path === undefined || to === undefined ? [] : [{ kind: 'move', path, to }]
  })
}

function pickString(value: object, keys: readonly string[]): string | undefined {
  for (const [key, found] of Object.entries(value)) {
    if (keys.includes(key) && typeof found === 'string' && found !== '') return found
  }
  return undefined
}

/** A patch names its files in its own text, wherever the agent puts that. Tools for patches take it without its frame. */
function readPatch(part: Part): string {
  const mark = /patch/i.test(part.toolName ?? '') ? '*** ' : '*** Begin Patch'
  if (!part.text.includes(mark)) return ''
  if (part.holder === 'text') return part.text
  const texts = Object.values(readNamedCall(part).input ?? {}).filter((value) => typeof value === 'string')
  return texts.find((text) => text.includes(mark)) ?? ''
}

function readCallPaths(part: Part): string[] {
  const listed =
    part.holder === 'text' && !part.text.startsWith('<use_mcp_tool>')
      ? readXmlValues(part, 'path')
      : readInputPaths(readNamedCall(part).input)
  const all = listed.length > 0 || part.path === undefined ? listed : [part.path]
  return [...new Set(all)]
}

/** Files of a call that names them in a list, which newer agents put into arguments of arguments. */
function readInputPaths(input: unknown): string[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return []
  for (const [key, value] of Object.entries(input)) {
    if (!lists.has(key)) continue
    const paths = Array.isArray(value)
      ? value.flatMap((item: unknown) => (typeof item === 'string' ? item : (readInputPath(item) ?? [])))
      : readInputPaths(value)
    if (paths.length > 0) return paths
  }
  return []
}

const lists: ReadonlySet<string> = new Set(listKeys)

/** Values of the parameters of a name; one that was cut off in the middle is none. */
function readXmlValues({ text }: Part, tag: string): string[] {
  return findXmlParameters(text).flatMap(({ start, end }) => {
    const value = text.slice(start, end).trim()
    const isWhole = text.endsWith(`<${tag}>`, start) && text.startsWith(`</${tag}>`, end)
    return value !== '' && isWhole ? [value] : []
  })
}

/** What a patch in the format of `apply_patch` does to files; none for a text without such lines. */
function patchActs(patch: string): Act[] {
  const acts: Act[] = []
  for (const [, what = '', rest = ''] of patch.matchAll(fileLine)) {
    const path = rest.trim()
    const before = acts.at(-1)
    if (what !== 'Move to') {
      // The pattern lets no other words through.
      acts.push({ kind: kinds[what as keyof typeof kinds], path })
    } else if (before?.kind === 'edit') acts.push({ kind: 'move', path: before.path, to: path })
  }
  return acts
}
