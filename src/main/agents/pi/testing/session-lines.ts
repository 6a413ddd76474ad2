import { walkContextLog } from '../../../kernel/history/context-log.ts'
import { importFiles } from '../../import-files.ts'
import type { ImportedTask } from '../../imported-task.ts'

export type Line = Readonly<Record<string, unknown>>

/** The first line of a session. */
export const header: Line = {
  type: 'session',
  version: 3,
  id: 's',
  timestamp: '2026-01-01T00:00:00Z',
  cwd: '/harbour',
}
let clock = Date.UTC(2026, 0, 1)
/** A line of the tree. */
export const entry = (type: string, id: string, parentId: string | null, more: Line): Line => ({
  type,
  id,
  parentId,
  timestamp: new Date((clock += 1000)).toISOString(),
  ...more,
})
/** A line with a message. */
export const message = (id: string, parentId: string | null, own: Line): Line =>
  entry('message', id, parentId, { message: { timestamp: clock, ...own } })
/** Words of the person. */
export const user = (id: string, parent: string | null, content: unknown = id): Line =>
  message(id, parent, { role: 'user', content })
/** Usage of each answer. */
export const usage = {
  input: 3,
  output: 9,
  cacheRead: 100,
  cacheWrite: 20,
  cacheWrite1h: 5,
  reasoning: 4,
  cost: { total: 0.5 },
}
/** An answer of a model, by default in the words of its id. */
export const answer = (
  id: string,
  parent: string | null,
  content: unknown = [says(id)],
  more: Line = {},
): Line =>
  message(id, parent, {
    role: 'assistant',
    content,
    api: 'a',
    provider: 'p',
    model: 'm',
    usage,
    stopReason: 'stop',
    ...more,
  })
/** The result of a call. */
export const result = (id: string, parent: string, call: string): Line =>
  message(id, parent, {
    role: 'toolResult',
    toolCallId: call,
    toolName: 'read',
    content: [says(id)],
    isError: false,
  })
/** A block of text. */
export const says = (text: string): Line => ({ type: 'text', text })
/** A block that calls a tool. */
export const calls = (id: string): Line => ({ type: 'toolCall', id, name: 'read', arguments: { path: id } })

/** Reads a session of these lines. */
export async function read(
  lines: readonly (Line | string)[],
  withHeader: Line | null = header,
): Promise<ImportedTask> {
  const all = withHeader === null ? lines : [withHeader, ...lines]
  const text = all.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')
  return importFiles('drop', [{ name: 'a.jsonl', text }])
}

/** What each request sent, each message as the texts of its blocks. */
export function sentBy({ messages, contexts }: ImportedTask): string[] {
  if (contexts === undefined) return []
  const walk = walkContextLog(contexts)
  return contexts.requests.map(({ before }, request) => {
    walk.to(request, before)
    return walk
      .indices()
      .map((index) => words(messages[index]?.content))
      .join(' | ')
  })
}

/** The texts of the blocks of a message. */
export function words(content: unknown): string {
  if (!Array.isArray(content)) return String(content)
  return content
    .map((block: Line) => {
      const text = block['text'] ?? block['id'] ?? block['thinking']
      return typeof text === 'string' ? text : words(block['content'])
    })
    .join('+')
    .replace(/^The .*<summary>\n(.*?)\n?<\/summary>$/s, '<$1>')
}
