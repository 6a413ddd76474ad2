import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { isRecord, readNestedFields, readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'
import {
  buildMarks,
  buildSummaryMessage,
  frameSummary,
  hasProviderHistory,
  readContent,
  readEntryMessage,
} from '../pi/messages.ts'
import type { TreeEntry } from '../pi/tree.ts'
import { readArchive } from './archive.ts'

/** What summaries are wrapped in when they are sent (`prompts/*-summary-context.md` of its pi-agent-core). */
const summaryFrame = [
  'Prior model work/tool state available.\nMUST build on prior work; NEVER duplicate prior work.\n\n<summary>\n',
  '\n</summary>',
] as const
const handoffFrame = [
  `Context replaced. The <handoff> below is a handoff document a prior instance of you wrote from the full conversation. It is your own working memory, not user input.
- First person inside it refers to you (the prior instance).
- "Next Steps" is your own resumed plan; re-check it against the latest user message before acting.
- The handoff already exists and is complete: NEVER write another handoff document unless the user explicitly asks.
MUST build on prior work; NEVER duplicate prior work.

<handoff>
`,
  '\n</handoff>',
] as const
const branchFrame = ['Branch-return summary:\n\n<summary>\n', '\n</summary>'] as const
const interjection = `<system-notice>
User interjection during work: priority; supersedes conflicting prior instructions. Re-read; ensure current work reflects user intent.
</system-notice>
`
/** Messages of extensions that are sent once, by the process that made them, and never again. */
const transient: ReadonlySet<unknown> = new Set(['prewalk-plan', 'vibe-mode-context'])

/** The message of an entry as oh-my-pi sends it; null where an entry adds none. */
export function readOmpMessage(entry: TreeEntry): Message | null {
  const { type, value } = entry
  switch (type) {
    case 'compaction':
      return readCompaction(entry)
    case 'branch_summary':
      return frameSummary(entry, value['summary'], branchFrame)
    case 'custom_message':
      return transient.has(value['customType']) ? null : readEntryMessage(entry)
    case 'message':
      return readRoleMessage(entry, readNestedFields(value, 'message')) ?? readEntryMessage(entry)
    default:
      return readEntryMessage(entry)
  }
}

/** What a provider keeps itself and pictures of the history are sent in place of the summary. */
function readCompaction(entry: TreeEntry): Message | null {
  const { summary, method, preserveData } = entry.value
  const preserved = isRecord(preserveData) ? preserveData : {}
  if (hasProviderHistory(entry)) {
    const items = readNestedFields(preserved, 'openaiRemoteCompaction')['replacementHistory']
    return buildSummaryMessage(entry, readRecordList(items).flatMap(readProviderItem))
  }
  const { content, filesText } = readNestedFields(preserved, 'anthropicCompaction')
  if (toTextOrNull(content) !== null)
    return buildSummaryMessage(
      entry,
      [content, filesText].flatMap((text) => (typeof text === 'string' ? [{ type: 'text', text }] : [])),
    )
  const archive = readArchive(readNestedFields(preserved, 'snapcompact'))
  if (archive.length > 0)
    return buildSummaryMessage(entry, [{ type: 'text', text: toTextOrNull(summary) ?? '' }, ...archive])
  return frameSummary(entry, summary, method === 'handoff' ? handoffFrame : summaryFrame)
}

/** An item of the Responses API: a message is told by its words, what is encrypted stays as it is. */
function readProviderItem(item: Fields): ContentBlock[] {
  const { type, content } = item
  if (type === 'message') {
    if (typeof content === 'string') return [{ type: 'text', text: content }]
    return readRecordList(content).flatMap(({ text }) =>
      typeof text === 'string' ? [{ type: 'text', text }] : [],
    )
  }
  return [{ ...item, type: toTextOrNull(type) ?? 'unknown' }]
}

/** Messages of roles that pi does not have; null for all others. */
function readRoleMessage(entry: TreeEntry, message: Fields): Message | null {
  const marks = buildMarks(entry, message)
  switch (message['role']) {
    case 'user':
      return message['steering'] === true
        ? { role: 'user', content: wrapInterjection(readContent(message['content'])), ...marks }
        : null
    case 'developer':
      return { role: 'user', content: readContent(message['content']), ...marks, isBoilerplate: true }
    case 'pythonExecution':
      if (message['excludeFromContext'] === true) return null
      return {
        role: 'user',
        content: [{ type: 'text', text: describePython(message) }],
        ...marks,
        isBoilerplate: true,
      }
    case 'fileMention':
      return { role: 'user', content: readMentions(message['files']), ...marks, isBoilerplate: true }
    default:
      return null
  }
}

/** What somebody says while the agent works is sent behind a notice, as one text, its pictures at the end. */
function wrapInterjection(content: string | ContentBlock[]): string | ContentBlock[] {
  if (typeof content === 'string') return `${interjection}${content}`
  const texts = content.flatMap((block) => (typeof block['text'] === 'string' ? [block['text']] : []))
  return [
    { type: 'text', text: `${interjection}${texts.join('\n')}` },
    ...content.filter(({ type }) => type !== 'text'),
  ]
}

function describePython({ code, output, cancelled, exitCode }: Fields): string {
  const shown =
    toTextOrNull(output) === null ? '(no output)' : `Output:\n\`\`\`\n${toTextOrNull(output)}\n\`\`\``
  const isFailed = typeof exitCode === 'number' && exitCode !== 0
  const end =
    cancelled === true
      ? '\n\n(execution cancelled)'
      : isFailed
        ? `\n\nExecution failed with code ${exitCode}`
        : ''
  return `Ran Python:\n\`\`\`python\n${toTextOrNull(code) ?? ''}\n\`\`\`\n${shown}${end}`
}

/** Files that the person named, as they were read. */
function readMentions(files: unknown): ContentBlock[] {
  return readRecordList(files).flatMap(({ path, content, image }): ContentBlock[] => {
    const own = toTextOrNull(content)
    const text = `<file path="${toTextOrNull(path) ?? ''}">${own === null ? '\n' : `\n${own}\n`}</file>`
    const pictures = isRecord(image) ? readContent([image]) : []
    return [{ type: 'text', text }, ...(typeof pictures === 'string' ? [] : pictures)]
  })
}
