import { append } from '../../../shared/kernel/append.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { findToolPurpose } from '../../kernel/history/tool-catalogue.ts'
import type { Estimator } from '../../kernel/tokens/estimator.ts'
import { findLastToDoList } from '../../measure/facts/find-open-tasks.ts'
import { isContentKey } from '../../measure/facts/guess-tool-effect.ts'
import { readCallInput } from '../../measure/facts/read-call-input.ts'
import type { ComposedSettings } from './settings.ts'
import { shortenMiddle } from './shorten.ts'

/** What was put back: the message, and how many files and lists it holds; null where there is nothing to put back. */
export type Restored = { readonly message: Message; readonly count: number }

/**
 * Files that were read or written last, called skills, the plan and the to-do list, as a message; what the kept messages
 * show stays out.
 */
export function restoreContext(
  { messages, parts }: Conversation,
  kept: readonly number[],
  { restore }: Pick<ComposedSettings, 'restore'>,
  estimator: Estimator,
): Restored | null {
  const shown = new Set(kept)
  const files = restore.files === 0 ? [] : collectNewestFiles(parts, shown).slice(0, restore.files)
  const texts: string[] = []
  let left = restore.totalTokens
  for (const { path, text } of files) {
    const own = formatFileText(path, text, restore, estimator)
    const size = estimator.ofText(own)
    if (size > left) continue
    left -= size
    texts.push(own)
  }
  append(texts, collectSkills({ messages, parts }, shown, restore, estimator))
  const plan = restore.plan ? findLastPlan(parts, shown) : undefined
  if (plan !== undefined) texts.push(`Plan:\n${plan}`)
  const list = restore.todo ? findLastToDoList(parts) : []
  const marks = { open: ' ', begun: '~', done: 'x' } as const
  if (list.length > 0)
    texts.push(['To-do list:', ...list.map(({ text, state }) => `- [${marks[state]}] ${text}`)].join('\n'))
  if (texts.length === 0) return null
  const content = texts.map((text) => ({ type: 'text' as const, text }))
  return { message: { role: 'user', content, isBoilerplate: true }, count: texts.length }
}

function formatFileText(
  path: string,
  text: string,
  { fileTokens, longer }: ComposedSettings['restore'],
  estimator: Estimator,
): string {
  const size = estimator.ofText(text)
  if (size <= fileTokens) return `File ${path}:\n${text}`
  if (longer === 'path') return `File ${path} was used lately; read it again where it is needed.`
  return `File ${path}:\n${shortenMiddle(text, Math.floor((text.length * fileTokens) / size), 1)}`
}

type FileText = { readonly path: string; readonly text: string }

/** The newest text of each file that a call read or wrote whole, the newest file first. */
function collectNewestFiles(parts: Conversation['parts'], shown: ReadonlySet<number>): FileText[] {
  const seen = new Set<string>()
  return parts
    .flat()
    .toReversed()
    .flatMap((part) => {
      const text = readFileText(part)
      if (part.path === undefined || text === undefined || seen.has(part.path)) return []
      seen.add(part.path)
      return shown.has(part.messageIndex) ? [] : [{ path: part.path, text }]
    })
}

function readFileText(part: Part): string | undefined {
  const purpose = findToolPurpose(part.toolName)
  if (part.kind === 'tool-result') {
    const isRead = purpose === 'read' && part.isError !== true && part.isHeader !== true
    return isRead && part.text.trim() !== '' ? part.text : undefined
  }
  if (part.kind !== 'tool-call' || (purpose !== 'write' && purpose !== 'create')) return undefined
  const content = Object.entries(readCallInput(part) ?? {}).find(([key]) => isContentKey(key))?.[1]
  return typeof content === 'string' && content !== '' ? content : undefined
}

/** What Claude Code puts before the instructions of a skill that was called. */
const skillOpening = 'Base directory for this skill:'

/** Instructions of called skills, each once, the newest first, cut to their size, as long as all of them fit. */
function collectSkills(
  { messages, parts }: Pick<Conversation, 'messages' | 'parts'>,
  shown: ReadonlySet<number>,
  { skillTokens, skillsTotalTokens }: ComposedSettings['restore'],
  estimator: Estimator,
): string[] {
  if (skillTokens === 0) return []
  const found = messages.flatMap(({ role }, index) => {
    const text = (parts[index] ?? []).map((part) => part.text).join('')
    return role === 'user' && text.startsWith(skillOpening) ? [{ index, text }] : []
  })
  const newest = new Map(found.map(({ index, text }) => [text.split('\n', 1)[0] ?? '', { index, text }]))
  let left = skillsTotalTokens
  return [...newest.values()]
    .toSorted((a, b) => b.index - a.index)
    .flatMap(({ index, text }) => {
      if (shown.has(index)) return []
      const size = estimator.ofText(text)
      const own =
        size <= skillTokens ? text : shortenMiddle(text, Math.floor((text.length * skillTokens) / size), 1)
      left -= Math.min(size, skillTokens)
      return left < 0 ? [] : [own]
    })
}

/** The last plan that was put before the user, where no kept message shows it. */
function findLastPlan(parts: Conversation['parts'], shown: ReadonlySet<number>): string | undefined {
  const call = parts.flat().findLast((part) => part.kind === 'tool-call' && part.toolName === 'ExitPlanMode')
  const plan = call === undefined || shown.has(call.messageIndex) ? undefined : readCallInput(call)?.['plan']
  return typeof plan === 'string' && plan !== '' ? plan : undefined
}
