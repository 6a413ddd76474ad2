import type { Message } from '../../../../shared/kernel/message.ts'
import type { Part, PartKind } from '../../../../shared/kernel/part.ts'
import type { TaskPin } from '../../../../shared/library/pin-types.ts'
import { listBlocks } from '../../../kernel/history/blocks.ts'
import { splitHistory } from '../../../kernel/history/split-parts.ts'
import { formatLabelledPreview } from '../../../kernel/inspect/preview.ts'
import { countPartTokens } from '../../../kernel/tokens/token-counter.ts'
import { computeSha256 } from '../../../platform/files/compute-sha256.ts'
import { openDocument, openThreadCounter } from '../../../platform/workers/documents.ts'
import type { Job, SourceRef } from '../../../platform/workers/job.ts'

/** What stands at the place of a pin now. */
export type PinnedView = {
  readonly isHidden: boolean
  readonly textSha256: string
  readonly role: string
  /** Null for a whole message. */
  readonly kind: PartKind | null
  readonly preview: string
  readonly tokens: number
}

/** Looks at places of a file, one after the other; null where there is nothing. */
export const viewPins: Job<
  { readonly source: SourceRef; readonly pins: readonly TaskPin[] },
  readonly (PinnedView | null)[]
> = async ({ source, pins }) => {
  const { messages, effective } = await openDocument(source)
  const counter = await openThreadCounter()
  const hidden = new Set(effective.hidden)
  // A result is split with the calls of the message before it.
  const wanted = new Set(pins.flatMap(({ messageIndex }) => [messageIndex, messageIndex - 1]))
  const parts = splitHistory(messages, (_, index) => (wanted.has(index) ? undefined : []))
  return pins.map(({ messageIndex, partIndex }) => {
    const message = messages[messageIndex]
    const own = parts[messageIndex] ?? []
    const pinned = partIndex === null ? own : own.slice(partIndex, partIndex + 1)
    if (message === undefined || (partIndex !== null && pinned.length === 0)) return null
    const [first] = pinned
    return {
      isHidden: hidden.has(messageIndex),
      textSha256: computeSha256(
        partIndex === null || first === undefined
          ? readWholeMessage(message)
          : readPartContent(first, message),
      ),
      role: message.role,
      kind: partIndex === null ? null : (first?.kind ?? null),
      preview: formatLabelledPreview(pinned),
      tokens: pinned.reduce((sum, part) => sum + countPartTokens(part, counter), 0),
    }
  })
}

/** Marks of agents, such as the parent that hides a message, are no part of what it says. */
const readWholeMessage = ({ role, content }: Message): string => JSON.stringify({ role, content })

/** The text of a part; an image has none. */
function readPartContent({ holder, text, blockIndex, nestedIndex }: Part, message: Message): string {
  if (holder !== 'block') return text
  return `${nestedIndex ?? ''} ${JSON.stringify(listBlocks(message)[blockIndex])}`
}
