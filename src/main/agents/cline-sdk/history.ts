import type { Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { Entry } from '../session/entry-order.ts'
import { isSummary, buildMissingResult, buildVersions, type Versions } from './entries.ts'

/** A message of the history with what is sent for it. */
export type Sent = Readonly<{ stored: Message; entries: readonly Entry[] }>

/** The messages of a file, each once, as they are sent. */
export type Stored = Readonly<{
  all: readonly Sent[]
  versions: readonly Versions[]
  /** What stands in a compaction file, in which messages of this file come again. */
  compacted(messages: readonly Message[]): readonly Sent[]
}>

/** Reads the messages of a file. A call that nobody answered has a result all the same, but for one that may still run. */
export function readStoredHistory(messages: readonly Message[]): Stored {
  const versions = messages.map((message, index) => buildVersions(message, index))
  const missing = findMissingResults(messages)
  const all = messages.map((stored, index): Sent => {
    const own = versions[index]?.sent
    return { stored, entries: [...(own === undefined ? [] : [own]), ...(missing.get(index) ?? [])] }
  })
  const places = new Map(messages.map((message, index) => [nameMessage(message), index]))
  return {
    all,
    versions,
    compacted: (own) =>
      own.map((stored, at): Sent => {
        const place = places.get(nameMessage(stored))
        const same = place === undefined ? undefined : all[place]
        if (same !== undefined && JSON.stringify(same.stored.content) === JSON.stringify(stored.content))
          return same
        const { sent } = buildVersions(stored, messages.length + at, same !== undefined)
        return { stored, entries: [sent] }
      }),
  }
}

/** Tokens as Cline guesses them. */
const charactersPerToken = 3
/** So much of what was last a compaction keeps at most. */
const mostKept = 20_000
/** A compaction begins at this part of what a model takes, and half of that is its aim. */
const [trigger, aim] = [0.9, 0.5]
/** Definitions of Cline's own tools, which no file has. */
const toolTokens = 6000

/**
 * Where a compaction of Cline's own settings cuts, in a session whose system prompt has so many characters; null where
 * it would not. It begins when what a model takes is nearly full. Where the model counted more tokens than Cline
 * guesses, Cline shrinks what the model takes in proportion: both sides of the rule are in tokens as it guesses them.
 */
export function findCut(history: readonly Sent[], promptLength: number): number | null {
  const overhead = promptLength / charactersPerToken + toolTokens
  const messages = history.flatMap(({ entries }) => entries)
  const guessed = messages.reduce((all, { message }) => all + guessTokens(message), overhead)
  const wanted = Math.min(mostKept, (guessed / trigger) * aim - overhead)
  let total = 0
  let cut = history.length
  while (cut > 0 && total < Math.max(1, wanted)) {
    cut -= 1
    const kept = history[cut]
    if (kept !== undefined) total += guessTokens(kept.stored)
  }
  const lastTyped = history.findLastIndex(({ stored }) => isTyped(stored))
  if (lastTyped > 0) cut = Math.min(cut, lastTyped)
  while (cut > 0 && !isBoundary(history[cut]?.stored)) cut -= 1
  return cut > 0 ? cut : null
}

function guessTokens(message: Message): number {
  return Math.max(1, Math.ceil(JSON.stringify(message).length / charactersPerToken))
}

function isBoundary(stored: Message | undefined): boolean {
  return stored !== undefined && (stored.role === 'assistant' || isTyped(stored))
}

function isTyped(stored: Message): boolean {
  const { role, content } = stored
  const isResults =
    typeof content !== 'string' && content.length > 0 && content.every(({ type }) => type === 'tool_result')
  return role === 'user' && !isResults && !isSummary(stored)
}

function nameMessage({ id, role, ts }: Message): string {
  return typeof id === 'string' ? id : `${role} ${toSafeString(ts)}`
}

/** Results that Cline adds, by the place of the message that they follow. */
function findMissingResults(messages: readonly Message[]): ReadonlyMap<number, readonly Entry[]> {
  const answered = new Set(
    messages.flatMap(({ content }) =>
      typeof content === 'string' ? [] : content.map((block) => block['tool_use_id']),
    ),
  )
  const missing = new Map<number, readonly Entry[]>()
  messages.forEach(({ role, content }, index) => {
    if (role !== 'assistant' || typeof content === 'string') return
    const calls = content.filter((block) => block.type === 'tool_use' && !answered.has(block['id']))
    const next = messages[index + 1]
    if (calls.length === 0 || next === undefined) return
    missing.set(isTyped(next) || next.role !== 'user' ? index : index + 1, calls.map(buildMissingResult))
  })
  return missing
}
