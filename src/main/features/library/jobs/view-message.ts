import type { Message } from '../../../../shared/kernel/message.ts'
import type { PartView } from '../../../../shared/library/tasks-contract.ts'
import { pickPartLocator } from '../../../kernel/apply-edits.ts'
import { splitHistory } from '../../../kernel/history/split-parts.ts'
import { countPartTokens } from '../../../kernel/tokens/token-counter.ts'
import { openDocument, openThreadCounter } from '../../../platform/workers/documents.ts'
import type { Job, SourceRef } from '../../../platform/workers/job.ts'

/** One message of a file with its parts; null where the file has no message of that index. */
export const viewMessage: Job<
  { readonly source: SourceRef; readonly index: number },
  { readonly message: Message; readonly parts: readonly PartView[] } | null
> = async ({ source, index }) => {
  const { messages } = await openDocument(source)
  const message = messages[index]
  if (message === undefined) return null
  const wanted = new Set([message, messages[index - 1]])
  const parts = splitHistory(messages, (other) => (wanted.has(other) ? undefined : []))[index] ?? []
  const counter = await openThreadCounter()
  return {
    message,
    parts: parts.map((part) => ({
      ...pickPartLocator(part),
      kind: part.kind,
      toolName: part.toolName ?? null,
      path: part.path ?? null,
      isError: part.isError === true,
      tokens: countPartTokens(part, counter),
      text: part.text,
    })),
  }
}

/** Indices in the file of the messages that hold a text, in any letter case. */
export const searchMessages: Job<
  { readonly source: SourceRef; readonly query: string },
  readonly number[]
> = async ({ source, query }) => {
  const wanted = query.toLowerCase()
  const parts = splitHistory((await openDocument(source)).messages)
  const found = parts.flatMap((own, index) =>
    own.some((part) => part.text.toLowerCase().includes(wanted)) ? [index] : [],
  )
  return found
}
