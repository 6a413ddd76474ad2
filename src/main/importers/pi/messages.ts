import { type Fields, textOf, timeOf } from '../json/fields.ts'
import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import { isRecord } from '../json/read-json.ts'
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
export function roleOf({ type, value }: TreeEntry): string | null {
  return type === 'message' && isRecord(value['message']) ? textOf(value['message']['role']) : null
}

/** The message of an entry as it is sent; null where an entry adds none. */
export function messageOf(entry: TreeEntry): Message | null {
  const { value } = entry
  switch (entry.type) {
    case 'message':
      return isRecord(value['message']) ? ofRole(entry, value['message']) : null
    case 'custom_message':
      return { role: 'user', content: contentOf(value['content']), ...marksOf(entry), isBoilerplate: true }
    case 'branch_summary':
      return summaryMessage(entry, value['summary'], branchFrame)
    case 'compaction':
      return summaryMessage(entry, value['summary'], summaryFrame)
    default:
      return null
  }
}

/** Names the summary that an entry is. */
export function condenseIdOf({ id, at }: TreeEntry): string {
  return id ?? `entry ${at}`
}

/** The content that an edit of the history puts in place of what a message had. */
export function replacedContent(message: Message, content: unknown): Message {
  const [first] = typeof message.content === 'string' ? [] : message.content
  if (first?.type !== 'tool_result') return { ...message, content: contentOf(content) }
  const result = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : contentOf(content)
  return { ...message, content: [{ ...first, content: result }] }
}

function ofRole(entry: TreeEntry, message: Fields): Message | null {
  const marks = marksOf(entry, message)
  const { content } = message
  switch (message['role']) {
    case 'user':
      return { role: 'user', content: contentOf(content), ...marks }
    case 'assistant':
      return { role: 'assistant', content: contentOf(content), ...marks }
    case 'toolResult':
      return { role: 'user', content: [resultOf(message)], ...marks }
    case 'bashExecution':
      return { role: 'user', content: [commandOf(message)], ...marks, isBoilerplate: true }
    // The second name is that of version 2.
    case 'custom':
    case 'hookMessage':
      return { role: 'user', content: contentOf(content), ...marks, isBoilerplate: true }
    case 'branchSummary':
      return summaryMessage(entry, message['summary'], branchFrame)
    case 'compactionSummary':
      return summaryMessage(entry, message['summary'], summaryFrame)
    default:
      return null
  }
}

function marksOf(entry: TreeEntry, message: Fields = {}): Fields {
  const ts = timeOf(message['timestamp']) ?? entry.ts
  return {
    ...(ts === null ? {} : { ts }),
    origin: { line: entry.line, ...(entry.id === null ? {} : { id: entry.id }) },
  }
}

function summaryMessage(
  entry: TreeEntry,
  summary: unknown,
  [before, after]: readonly [string, string],
): Message | null {
  if (typeof summary !== 'string' || (entry.type === 'branch_summary' && summary === '')) return null
  return {
    role: 'user',
    content: [{ type: 'text', text: `${before}${summary}${after}` }],
    ...marksOf(entry),
    isSummary: true,
    condenseId: condenseIdOf(entry),
  }
}

function contentOf(content: unknown): string | ContentBlock[] {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.filter(isRecord).map(blockOf) : []
}

function blockOf(block: Fields): ContentBlock {
  const { type, ...rest } = block
  switch (type) {
    case 'image':
      return {
        type: 'image',
        source: { type: 'base64', media_type: textOf(rest['mimeType']) ?? '', data: rest['data'] },
      }
    case 'thinking':
      return thinkingOf(rest)
    case 'toolCall': {
      const { id, name, arguments: input, ...more } = rest
      return {
        type: 'tool_use',
        id: textOf(id) ?? '',
        name: textOf(name) ?? '',
        input: inputOf(input),
        ...more,
      }
    }
    default:
      return { ...rest, type: textOf(type) ?? 'unknown' }
  }
}

function inputOf(input: unknown): unknown {
  return isRecord(input) ? input : { raw: typeof input === 'string' ? input : JSON.stringify(input ?? null) }
}

/** Without a word to read, its signature holds it encrypted. */
function thinkingOf({ thinking, thinkingSignature: signature, redacted }: Fields): ContentBlock {
  if (redacted === true) return { type: 'redacted_thinking', data: signature }
  const words = typeof thinking === 'string' ? thinking : ''
  if (words === '' && textOf(signature) !== null) return { type: 'reasoning', encrypted_content: signature }
  return { type: 'thinking', thinking: words, ...(signature === undefined ? {} : { signature }) }
}

function resultOf({ toolCallId, content, isError }: Fields): ContentBlock {
  return {
    type: 'tool_result',
    tool_use_id: textOf(toolCallId) ?? '',
    content: contentOf(content),
    ...(isError === true ? { is_error: true } : {}),
  }
}

/** A command that the person ran, in the words that the model sees. */
function commandOf(run: Fields): ContentBlock {
  const { command, output, cancelled, exitCode, truncated, fullOutputPath } = run
  const shown = textOf(output) === null ? '(no output)' : `\`\`\`\n${textOf(output)}\n\`\`\``
  const isFailed = typeof exitCode === 'number' && exitCode !== 0
  const end =
    cancelled === true
      ? '\n\n(command cancelled)'
      : isFailed
        ? `\n\nCommand exited with code ${exitCode}`
        : ''
  const path = textOf(fullOutputPath)
  const rest = truncated === true && path !== null ? `\n\n[Output truncated. Full output: ${path}]` : ''
  return { type: 'text', text: `Ran \`${textOf(command) ?? ''}\`\n${shown}${end}${rest}` }
}
