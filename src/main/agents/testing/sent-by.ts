import type { Message } from '../../../shared/kernel/message.ts'
import { walkContextLog } from '../../kernel/history/context-log.ts'
import type { ImportedTask } from '../imported-task.ts'

/** What each request of a task sent. */
export function messagesSentBy({ messages, contexts }: ImportedTask): Message[][] {
  if (contexts === undefined) return []
  const walk = walkContextLog(contexts)
  return contexts.requests.map(({ before }, request) => {
    walk.to(request, before)
    return walk.indices().flatMap((index) => messages[index] ?? [])
  })
}

/** Each message as the texts of its blocks, for histories that are made up. */
export function wordsSentBy(task: ImportedTask): string[][] {
  return messagesSentBy(task).map((messages) => messages.map(readBlockTexts))
}

/** The texts of the blocks of a message: words, results, and ids of calls. */
export function readBlockTexts({ content }: Message): string {
  if (typeof content === 'string') return content
  return content
    .map((block) => block['text'] ?? block['content'] ?? block['thinking'] ?? block['id'] ?? block.type)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join('+')
}
