import type { Part } from '../../../shared/kernel/part.ts'
import type { Act } from '../facts/act.ts'
import { readCommandLine } from '../facts/command-class.ts'
import type { CallOutcome } from '../facts/create-outcome-lookup.ts'
import { findLastToDoList } from '../facts/find-open-tasks.ts'
import { listPathTails } from '../facts/find-path-finder.ts'
import { findTouches } from '../facts/find-touches.ts'
import { normalisePath } from '../facts/path-class.ts'
import type { State } from './state-words.ts'
import { tokeniseText, tokenKinds } from './tokenise-text.ts'

export const statementSubjects = ['file', 'command', 'to-do'] as const

/** What has become of a file, a command or an item of a to-do list, by tool calls alone. */
export type Statement = {
  readonly subject: (typeof statementSubjects)[number]
  /** As the last call wrote it; the first line of a command. */
  readonly name: string
  /** What makes two mentions the same: a path, words of a command, words of an item. */
  readonly key: string
  readonly state: State
  /** Message of the call that it comes from. */
  readonly messageIndex: number
}

/** Each thing that tool calls dealt with and its last state, in the order of the last calls. */
export function collectStatements(parts: readonly (readonly Part[])[]): readonly Statement[] {
  return [...listTouchedThings(parts), ...toDos(parts)]
}

/** Every state that calls gave to files and commands, in order, without those of files that were only read. */
export function listStatesByCalls(parts: readonly (readonly Part[])[]): readonly Statement[] {
  return findTouches(parts).flatMap((touches, messageIndex) =>
    touches.flatMap(({ act, outcome }) =>
      listActStates(act, outcome).map((own) => ({ ...own, messageIndex })),
    ),
  )
}

/** Items of the last to-do list, without what was begun: agents often end that without a word to the list. */
export function toDos(parts: readonly (readonly Part[])[]): readonly Statement[] {
  const items = findLastToDoList(parts).filter(({ state }) => state !== 'begun')
  const messageIndex = items.length === 0 ? 0 : findLastPlan(parts)
  return items.map(({ text, state }) => ({
    subject: 'to-do',
    name: text,
    key: toDoKey(text),
    state: state === 'done' ? 'done' : 'open',
    messageIndex,
  }))
}

function findLastPlan(parts: readonly (readonly Part[])[]): number {
  return parts.findLastIndex((own) =>
    own.some((part) => part.kind === 'tool-call' && findLastToDoList([[part]]).length > 0),
  )
}

/** Words of an item, by which a call that repeats it is known. */
export function toDoKey(text: string): string {
  return splitCommandWords(text).join(' ')
}

function listTouchedThings(parts: readonly (readonly Part[])[]): readonly Statement[] {
  const all = listStatesByCalls(parts)
  const nameOf = createPathNamer(all.flatMap(({ subject, key }) => (subject === 'file' ? [key] : [])))
  const last = new Map<string, Statement>()
  for (const own of all) {
    const key = own.subject === 'file' ? nameOf(own.key) : own.key
    const id = `${own.subject} ${key}`
    const known = last.get(id)
    // An edit that fails leaves a file as it was.
    const state = own.subject === 'file' && own.state === 'failed' ? (known?.state ?? 'failed') : own.state
    last.delete(id)
    last.set(id, { ...own, key, state })
    if (own.subject === 'command' && state === 'done') forgetFailures(last, key)
    // What is removed or moved takes along what was in it.
    if (own.subject === 'file' && own.state === 'deleted')
      for (const [other, before] of last)
        if (other.startsWith(`${id}/`) && before.state === 'done')
          last.set(other, { ...before, state: 'deleted' })
  }
  return [...last.values()]
}

/** The words by which two commands are attempts at one thing. */
const program = /^\S+(?: run)?(?: \S+)?/

/** What failed in other words before tells nothing of the end: `npm test -- a` after which `npm test` passed. */
function forgetFailures(last: Map<string, Statement>, key: string): void {
  const own = `${program.exec(key)?.[0] ?? key} `
  for (const [id, { subject, key: other, state }] of last)
    if (subject === 'command' && state === 'failed' && `${other} `.startsWith(own)) last.delete(id)
}

const isAbsolute = /^(?:\/|~|[A-Za-z]:)/

/** Gives the relative and the absolute spelling of a path one name: the shortest absolute path that ends with it. */
function createPathNamer(paths: readonly string[]): (path: string) => string {
  const owners = new Map<string, string>()
  for (const path of paths.filter((own) => isAbsolute.test(own)).toSorted((a, b) => a.length - b.length))
    for (const tail of listPathTails(path)) if (!owners.has(tail)) owners.set(tail, path)
  return (path) => (isAbsolute.test(path) ? path : (owners.get(path) ?? path))
}

type ByCall = Omit<Statement, 'messageIndex'>

function listActStates(act: Act, { status }: CallOutcome): readonly ByCall[] {
  if (status === 'running' || status === 'unanswered' || act.kind === 'read') return []
  const isDone = status === 'done'
  const buildFileState = (path: string, state: State): readonly ByCall[] => {
    const key = normalisePath(path.trim())
    return key === '' ? [] : [{ subject: 'file', name: path, key, state: isDone ? state : 'failed' }]
  }
  if (act.kind === 'move') return [...buildFileState(act.path, 'deleted'), ...buildFileState(act.to, 'done')]
  if (act.kind !== 'command') return buildFileState(act.path, act.kind === 'delete' ? 'deleted' : 'done')
  const key = buildCommandKey(act.command)
  if (key === null) return []
  return [{ subject: 'command', name: readCommandLine(act.command), key, state: isDone ? 'done' : 'failed' }]
}

/** Words of a command that name it; more say with what it was done. */
const mostWords = 12

/** What looks at something, prepares something or is a program of its own: nobody reports what became of it. */
const looking =
  /^(?:ls|dir|cat|bat|head|tail|less|more|grep|egrep|rg|ag|ack|find|fd|pwd|echo|printf|wc|which|where|whereis|type|stat|file|tree|du|df|ps|top|env|printenv|date|whoami|id|uname|hostname|sleep|true|false|cd|pushd|popd|export|set|source|nl|sort|uniq|cut|awk|diff|cmp|xxd|od|jq|yq|man|history|lsof|netstat|ss|Get-ChildItem|Get-Content|Select-String|Get-Location|Test-Path|git (?:status|log|diff|show|branch|remote|rev-parse|ls-files|blame|grep|describe|config|stash list)|sed -n|curl|wget|kill|pkill|killall|mkdir|touch|chmod|chown|git add|(?:node|python3?|perl|ruby|php|bun|deno) -[ecp]|(?:bash|sh|zsh) -c|npm (?:ls|list|view|outdated|root|bin)|pip (?:list|show|freeze)|docker (?:ps|images|logs|inspect)|kubectl (?:get|describe|logs))(?![\w-])/i

/** What stands before the command itself. */
const before =
  /^(?:(?:cd|pushd|export|set|source)\s[^&;|]*(?:&&|;)\s*|[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+|sudo\s+(?:-\w+\s+)*|(?:time|nohup|command|exec)\s+|timeout\s+(?:-\S+\s+)*\d\w*\s+|\(\s*|\.\s+\S+\s*(?:&&|;)\s*)/

/**
 * The first words of a command without what prepares it and what becomes of its output; null where it only looks at
 * something, or has no words.
 */
export function buildCommandKey(command: string): string | null {
  let own = readCommandLine(command)
  // Here-documents, loops and assignments are programs of their own.
  if (/<<|^(?:for|while|until|if|case|function|foreach)\b|^\$[\w:]+\s*=|^[{(]\s*$/.test(own)) return null
  for (let rest = own.replace(before, ''); rest !== own; rest = own.replace(before, '')) own = rest
  if (looking.test(own)) return null
  const words = splitCommandWords(own.split(/\s(?:\d?>{1,2}|\||<<|2>&1)/, 1)[0] ?? '').slice(0, mostWords)
  return words.length === 0 ? null : words.join(' ')
}

function splitCommandWords(text: string): readonly string[] {
  const { texts, kinds } = tokeniseText(text)
  return texts.filter((_, at) => kinds[at] === tokenKinds.word)
}
