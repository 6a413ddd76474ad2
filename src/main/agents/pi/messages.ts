import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import {
  isRecord,
  readNestedFields,
  readRecordList,
  toTextOrNull,
  toTimeOrNull,
  type Fields,
} from '../json/fields.ts'
import type { TreeEntry } from './tree.ts'

/** What a summary is wrapped in when it is sent. */
const summaryFrame = [
  'The conversation history before this point was compacted into the following summary:\n\n<summary>\n',
  '\n</summary>',
] as const
const branchFrame = [
  'The following is a summary of a branch that this conversation came back from:\n\n<summary>\n',
  '</summary>',
] as const

/** The role of the message of an entry; null where it has none. */
export function readEntryRole({ type, value }: TreeEntry): string | null {
  return type === 'message' && isRecord(value['message']) ? toTextOrNull(value['message']['role']) : null
}

/** The message of an entry as it is sent; null where an entry adds none. */
export function readEntryMessage(entry: TreeEntry): Message | null {
  const { value } = entry
  switch (entry.type) {
    case 'message':
      return isRecord(value['message']) ? buildRoleMessage(entry, value['message']) : null
    case 'custom_message':
      return {
        role: 'user',
        content: readContent(value['content']),
        ...buildMarks(entry),
        isBoilerplate: true,
      }
    case 'branch_summary':
      return frameSummary(entry, value['summary'], branchFrame)
    case 'compaction':
      return frameSummary(entry, value['summary'], summaryFrame)
    default:
      return null
  }
}

/** Whether the provider keeps the history of a compaction itself, in place of the messages before it. */
export function hasProviderHistory({ value }: TreeEntry): boolean {
  return Array.isArray(
    readNestedFields(value, 'preserveData', 'openaiRemoteCompaction')['replacementHistory'],
  )
}

/** Names the summary that an entry is. */
export function buildCondenseId({ id, at }: TreeEntry): string {
  return id ?? `entry ${at}`
}

/** The content that an edit of the history puts in place of what a message had. */
export function replaceContent(message: Message, content: unknown): Message {
  const [first] = typeof message.content === 'string' ? [] : message.content
  if (first?.type !== 'tool_result') return { ...message, content: readContent(content) }
  const result =
    typeof content === 'string' ? [{ type: 'text' as const, text: content }] : readContent(content)
  return { ...message, content: [{ ...first, content: result }] }
}

function buildRoleMessage(entry: TreeEntry, message: Fields): Message | null {
  const marks = buildMarks(entry, message)
  const { content } = message
  switch (message['role']) {
    case 'user':
      return { role: 'user', content: readContent(content), ...marks }
    case 'assistant':
      return { role: 'assistant', content: readContent(content), ...marks }
    case 'toolResult':
      return { role: 'user', content: [buildResultBlock(message)], ...marks }
    case 'bashExecution':
      return { role: 'user', content: [buildCommandBlock(message)], ...marks, isBoilerplate: true }
    // The second name is that of version 2.
    case 'custom':
    case 'hookMessage':
      return { role: 'user', content: readContent(content), ...marks, isBoilerplate: true }
    case 'branchSummary':
      return frameSummary(entry, message['summary'], branchFrame)
    case 'compactionSummary':
      return frameSummary(entry, message['summary'], summaryFrame)
    default:
      return null
  }
}

/** When and where the message of an entry was written. */
export function buildMarks(entry: TreeEntry, message: Fields = {}): Fields {
  const ts = toTimeOrNull(message['timestamp']) ?? entry.ts
  return {
    ...(ts === null ? {} : { ts }),
    origin: { line: entry.line, ...(entry.id === null ? {} : { id: entry.id }) },
  }
}

/** The message of a summary, in the words around it with which it is sent. */
export function frameSummary(
  entry: TreeEntry,
  summary: unknown,
  [before, after]: readonly [string, string],
): Message | null {
  if (typeof summary !== 'string' || (entry.type === 'branch_summary' && summary === '')) return null
  return buildSummaryMessage(entry, [{ type: 'text', text: `${before}${summary}${after}` }])
}

/** The message that stands for what is gone. */
export function buildSummaryMessage(entry: TreeEntry, content: ContentBlock[]): Message {
  return {
    role: 'user',
    content,
    ...buildMarks(entry),
    isSummary: true,
    condenseId: buildCondenseId(entry),
  }
}

/** The content of a message in Anthropic's blocks. */
export function readContent(content: unknown): string | ContentBlock[] {
  if (typeof content === 'string') return content
  return readRecordList(content).map(readBlock)
}

function readBlock(block: Fields): ContentBlock {
  const { type, ...rest } = block
  switch (type) {
    case 'image':
      return {
        type: 'image',
        source: { type: 'base64', media_type: toTextOrNull(rest['mimeType']) ?? '', data: rest['data'] },
      }
    case 'thinking':
      return readThinkingBlock(rest)
    case 'toolCall': {
      const { id, name, arguments: input, ...more } = rest
      return {
        type: 'tool_use',
        id: toTextOrNull(id) ?? '',
        name: toTextOrNull(name) ?? '',
        input: readCallInput(input),
        ...more,
      }
    }
    default:
      return { ...rest, type: toTextOrNull(type) ?? 'unknown' }
  }
}

function readCallInput(input: unknown): unknown {
  return isRecord(input) ? input : { raw: typeof input === 'string' ? input : JSON.stringify(input ?? null) }
}

/** Without a word to read, its signature holds it encrypted. */
function readThinkingBlock({ thinking, thinkingSignature: signature, redacted }: Fields): ContentBlock {
  if (redacted === true) return { type: 'redacted_thinking', data: signature }
  const words = typeof thinking === 'string' ? thinking : ''
  if (words === '' && toTextOrNull(signature) !== null)
    return { type: 'reasoning', encrypted_content: signature }
  return { type: 'thinking', thinking: words, ...(signature === undefined ? {} : { signature }) }
}

function buildResultBlock({ toolCallId, content, isError }: Fields): ContentBlock {
  return {
    type: 'tool_result',
    tool_use_id: toTextOrNull(toolCallId) ?? '',
    content: readContent(content),
    ...(isError === true ? { is_error: true } : {}),
  }
}

/** A command that the person ran, in the words that the model sees. */
function buildCommandBlock(run: Fields): ContentBlock {
  const { command, output, cancelled, exitCode, truncated, fullOutputPath } = run
  const shown = toTextOrNull(output) === null ? '(no output)' : `\`\`\`\n${toTextOrNull(output)}\n\`\`\``
  const isFailed = typeof exitCode === 'number' && exitCode !== 0
  const end =
    cancelled === true
      ? '\n\n(command cancelled)'
      : isFailed
        ? `\n\nCommand exited with code ${exitCode}`
        : ''
  const path = toTextOrNull(fullOutputPath)
  const rest = truncated === true && path !== null ? `\n\n[Output truncated. Full output: ${path}]` : ''
  return { type: 'text', text: `Ran \`${toTextOrNull(command) ?? ''}\`\n${shown}${end}${rest}` }
}
