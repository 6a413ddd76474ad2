import { readFileSync } from 'node:fs'
import type { Message } from '../../../shared/kernel/message.ts'
import type { ImportedTask } from '../imported-task.ts'
import { messagesSentBy } from './sent-by.ts'
import {
  callItem,
  chatItems,
  chatItemsWithoutReminders,
  geminiItems,
  openClawItems,
  responsesItems,
  readContentTexts,
  type Item,
} from './wire-items.ts'

/** A request as it was recorded: `turn` is one of the session, others are made for summaries, titles and memories. */
export type RecordedRequest = { readonly kind: string; readonly body: unknown }

/** How an agent's requests are compared with what its reader tells of them. */
export type SentForm = {
  /** What the body of a request held, but for its system prompt. */
  readonly sent: (body: unknown) => readonly Item[]
}

/** The form of each agent whose requests were recorded. */
export const sentForms = {
  opencode: { sent: chatItems },
  // The first message is the system prompt, which the file has in its head.
  codex: { sent: (body) => responsesItems(body).slice(1) },
  gemini: { sent: geminiItems },
  qwen: { sent: chatItemsWithoutReminders },
  cline: { sent: chatItems },
  pi: { sent: chatItems },
  kimi: { sent: chatItems },
  // The day and the folder are told in each request, and stand in no file.
  omp: { sent: chatItemsWithoutReminders },
  openclaw: { sent: openClawItems },
} as const satisfies Readonly<Record<string, SentForm>>

/** Reads recorded requests, one a line. */
export function recordedRequests(path: string): readonly RecordedRequest[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  return lines.map((line): RecordedRequest => JSON.parse(line))
}

/** What each turn of recorded requests sent. */
export function sentItems(requests: readonly RecordedRequest[], { sent }: SentForm): (readonly Item[])[] {
  return requests.filter(({ kind }) => kind === 'turn').map(({ body }) => sent(body))
}

/** What each request of a task sent, as its reader tells it. */
export function readItems(task: ImportedTask): (readonly Item[])[] {
  return messagesSentBy(task).map((messages) => messages.flatMap(messageItems))
}

/** A message in the words that it has in common with requests. */
export function messageItems({ role, content }: Message): readonly Item[] {
  if (typeof content === 'string') return [[role, content]]
  const sent = content.filter((block) => block['isUnsent'] !== true)
  return sent.map((block): Item => {
    switch (block.type) {
      case 'tool_use':
        return callItem(block['id'], block['name'], block['input'])
      case 'tool_result':
        return ['result', String(block['tool_use_id']), readContentTexts(block['content']).join('\n')]
      case 'thinking': {
        const { thinking, encrypted_content: encrypted } = block
        return ['thinking', String(thinking), ...(typeof encrypted === 'string' ? [encrypted] : [])]
      }
      default:
        return [role, String(block['text'])]
    }
  })
}
