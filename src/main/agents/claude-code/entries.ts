import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { isRecord, toTextOrNull, type Fields } from '../json/fields.ts'
import type { Entry } from '../session/entry-order.ts'
import { createHiddenReasoning } from './hidden-reasoning.ts'
import { holdsCompaction, readLineBlocks, type Transcript, type TreeLine } from './lines.ts'

/** What the model is shown in place of a result that was cleared. */
const clearedText = '[Old tool result content cleared]'

export type Entries = {
  /**
   * The messages of lines as they are sent, those of one response together; results of `cleared` calls are cleared. A list
   * of lines may grow between two calls, and changes in no other way: what is given for it grows with it. A set stays as it is.
   */
  readonly of: (lines: readonly TreeLine[], cleared: ReadonlySet<string>) => readonly Entry[]
}

/** How far a list of lines was read, and the entries in it, each once. */
type ReadList = { read: number; readonly seen: Set<Entry>; readonly entries: Entry[] }

/** Turns lines of a transcript into messages; a line is the same message whenever it is sent. */
export function createEntries(transcript: Transcript): Entries {
  const { responses } = transcript
  const hiddenTokensOf = createHiddenReasoning(transcript)
  const known = new Map<TreeLine, Entry | null>()
  const clearedOnes = new Map<Entry, Map<string, Entry>>()
  const resultIds = new Map<Entry, readonly string[]>()
  const lists = new WeakMap<readonly TreeLine[], WeakMap<ReadonlySet<string>, ReadList>>()
  const buildEntry = (line: TreeLine): Entry | null => {
    const own = responses.get(line.responseKey ?? '') ?? [line]
    const first = own[0] ?? line
    const found = known.get(first)
    if (found !== undefined) return found
    const message =
      line.type === 'attachment' ? buildReminder(line) : buildMessage(first, own, hiddenTokensOf(own))
    const entry = message === null ? null : { message }
    known.set(first, entry)
    return entry
  }
  const clearResults = (entry: Entry, cleared: ReadonlySet<string>): Entry => {
    const own = resultIds.get(entry) ?? listResultIds(entry.message)
    resultIds.set(entry, own)
    const ids = own.filter((id) => cleared.has(id))
    if (ids.length === 0) return entry
    const versions = clearedOnes.get(entry) ?? new Map<string, Entry>()
    clearedOnes.set(entry, versions)
    const key = ids.join(' ')
    const version = versions.get(key) ?? { message: withCleared(entry.message, new Set(ids)), isCopy: true }
    versions.set(key, version)
    return version
  }
  return {
    of: (sent, cleared) => {
      // A branch that grows is the same list each time: only what was added to it is new.
      const own = lists.get(sent) ?? new WeakMap<ReadonlySet<string>, ReadList>()
      lists.set(sent, own)
      const list = own.get(cleared) ?? { read: 0, seen: new Set<Entry>(), entries: [] }
      own.set(cleared, list)
      const { seen, entries } = list
      for (; list.read < sent.length; list.read += 1) {
        const line = sent[list.read]
        const entry = line === undefined ? null : buildEntry(line)
        if (entry === null || seen.has(entry)) continue
        seen.add(entry)
        entries.push(cleared.size === 0 ? entry : clearResults(entry, cleared))
      }
      return entries
    },
  }
}

function buildMessage(
  first: TreeLine,
  lines: readonly TreeLine[],
  hiddenTokens: number | null,
): Message | null {
  const role = toTextOrNull(first.message?.['role'])
  if (role === null) return null
  const content = first.message?.['content']
  const marks = {
    ...(first.ts === null ? {} : { ts: first.ts }),
    ...(first.value['isCompactSummary'] === true || lines.some(holdsCompaction)
      ? { isSummary: true, condenseId: first.uuid }
      : {}),
    // The agent wrote it and not the person.
    ...(first.value['isMeta'] === true || isOfAgent(role, content) ? { isBoilerplate: true } : {}),
    ...(hiddenTokens === null ? {} : { hiddenTokens }),
    origin: { line: first.line, id: first.messageId ?? first.uuid },
  }
  if (typeof content === 'string') return { role, content, ...marks }
  return {
    role,
    content: removeDuplicateBlocks(lines.flatMap((line) => readLineBlocks(line))).map(ensureBlockType),
    ...marks,
  }
}

/** What nobody here knows is kept as it is, but for a type that is no text. */
function ensureBlockType(block: Fields): ContentBlock {
  const { type } = block
  // Blocks are loose: a type is all that one has to have.
  return typeof type === 'string' ? (block as ContentBlock) : { ...block, type: toSafeString(type) }
}

/** What the agent puts in under the name of the user: a stop, what a local command printed, the end of a subagent. */
const agentsOwn =
  /^\s*(?:\[Request interrupted by user(?: for tool use)?\]|<(local-command-stdout|local-command-stderr|task-notification)>[\s\S]*<\/\1>(?:\s*(?:Full transcript available at|Read the output file)[^\n]{0,250}(?![^\n]))?)\s*$/

/** Whether all of a message of the user is the agent's own; what was typed beside it is not hidden with it. */
function isOfAgent(role: string, content: unknown): boolean {
  if (role !== 'user') return false
  if (typeof content === 'string') return agentsOwn.test(content)
  return (
    Array.isArray(content) &&
    content.length > 0 &&
    content.every(
      (block) => isRecord(block) && block['type'] === 'text' && agentsOwn.test(toSafeString(block['text'])),
    )
  )
}

/** A response that was written twice, on two branches, is one. */
function removeDuplicateBlocks<Block extends Fields>(blocks: readonly Block[]): readonly Block[] {
  // Most messages have one, and to write what is kept packed it would be unpacked.
  if (blocks.length < 2 || new Set(blocks.map(outlineBlock)).size === blocks.length) return blocks
  return [...new Map(blocks.map((block) => [JSON.stringify(block), block])).values()]
}

/** What is the same for blocks that are, and told sooner: the length of a text, or else all of it. */
function outlineBlock(block: Fields): string {
  const { type, text } = block
  return typeof text === 'string' ? `${toSafeString(type)} ${text.length}` : JSON.stringify(block)
}

/** Attachments reach the model as reminders; those of which the text is recorded are shown as such. */
function buildReminder(line: TreeLine): Message | null {
  const { attachment } = line.value
  const words = isRecord(attachment) ? readAttachmentWords(attachment) : null
  if (words === null) return null
  const isTyped = isRecord(attachment) && attachment['type'] === 'queued_command'
  return {
    role: 'user',
    content: [{ type: 'text', text: isTyped ? words : `<system-reminder>\n${words}\n</system-reminder>` }],
    ...(line.ts === null ? {} : { ts: line.ts }),
    ...(isTyped ? {} : { isBoilerplate: true }),
    origin: { line: line.line, id: line.uuid },
  }
}

function readAttachmentWords({ type, content, prompt, filename }: Fields): string | null {
  switch (type) {
    case 'queued_command':
      return toTextOrNull(prompt)
    case 'hook_additional_context':
      return Array.isArray(content) ? toTextOrNull(content.join('\n')) : toTextOrNull(content)
    case 'skill_listing':
      return toTextOrNull(content)
    case 'nested_memory':
      return isRecord(content) ? toTextOrNull(content['content']) : null
    case 'task_reminder':
    case 'todo':
      return Array.isArray(content) && content.length > 0 ? JSON.stringify(content) : null
    case 'compact_file_reference':
      return toTextOrNull(filename)
    case 'file': {
      const file = isRecord(content) && isRecord(content['file']) ? content['file'] : null
      return file === null ? null : `${toTextOrNull(filename) ?? ''}\n${toTextOrNull(file['content']) ?? ''}`
    }
    default:
      return null
  }
}

function listResultIds({ content }: Message): readonly string[] {
  if (typeof content === 'string') return []
  return content.flatMap((block) =>
    block.type === 'tool_result' && typeof block['tool_use_id'] === 'string' ? [block['tool_use_id']] : [],
  )
}

function withCleared(message: Message, ids: ReadonlySet<string>): Message {
  if (typeof message.content === 'string') return message
  const content = message.content.map((block) =>
    ids.has(toSafeString(block['tool_use_id'])) ? { ...block, content: clearedText } : block,
  )
  return { ...message, content }
}
