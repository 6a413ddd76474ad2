import type { ContentBlock } from '../../../shared/kernel/message.ts'
import { isRecord, toTextOrNull } from '../json/fields.ts'
import type { Entry } from '../session/entry-order.ts'
import { readAnthropicUsage } from '../usage/read-anthropic-usage.ts'
import { isSynthetic, type Transcript, type TreeLine } from './lines.ts'

/** Finds results that were no longer sent although no line says so. */
export type UnrecordedClearing = {
  /** What was sent from here on was made anew, which is recorded. */
  readonly reset: () => void
  /** Ids of calls whose results a response's request left out first; `cleared` were left out before. */
  readonly findClearedIds: (
    first: TreeLine,
    history: readonly Entry[],
    cleared: ReadonlySet<string>,
  ) => readonly string[]
}

/** Claude Code clears nothing where that would save less, tokens. */
const leastSaved = 20_000

type Sent = { readonly input: number; readonly model: string }
type SentHistory = Sent & {
  readonly length: number
  readonly last: Entry | undefined
  readonly characters: number
}

/**
 * Some versions and the vendor's context editing clear old results without a line. What shows it is the recorded input: it
 * falls by more than any clearing saves at least, stays there, and the branch only grew. The oldest results are cleared
 * first; the input of the requests before tells how many tokens their characters took.
 */
export function createUnrecordedClearing(transcript: Transcript): UnrecordedClearing {
  const sent = orderSentRequests(transcript)
  let start: SentHistory | null = null
  let before: SentHistory | null = null
  return {
    reset: () => {
      start = null
      before = null
    },
    findClearedIds: (first, history, cleared) => {
      const at = sent.places.get(first.responseKey ?? '') ?? -1
      const own = sent.list[at]
      if (own === undefined || own.input === 0) return []
      const known: SentHistory | null = before
      const isGrown = known !== null && known.model === own.model && history[known.length - 1] === known.last
      const added = isGrown ? countReadCharacters(history.slice(known.length)) : 0
      const now: SentHistory = {
        ...own,
        length: history.length,
        last: history.at(-1),
        characters: isGrown ? known.characters + added : countReadCharacters(history),
      }
      const from: SentHistory | null = isGrown ? start : null
      start = from ?? now
      before = now
      if (!isGrown || from === null || own.input >= known.input || known.characters <= from.characters)
        return []
      const perCharacter = (known.input - from.input) / (known.characters - from.characters)
      const missing = known.input + added * perCharacter - own.input
      const next = sent.list[at + 1]
      const comesBack = next !== undefined && next.model === own.model && next.input >= known.input
      if (missing < leastSaved || comesBack) return []
      start = null
      return selectOldestResults(history, cleared, missing / perCharacter)
    },
  }
}

/** The requests of a transcript in their order, by what they recorded. */
function orderSentRequests({ responses }: Transcript) {
  const list: Sent[] = []
  const places = new Map<string, number>()
  for (const [key, lines] of responses) {
    const [first] = lines
    if (first === undefined || isSynthetic(first)) continue
    const {
      tokensIn = 0,
      cacheReads = 0,
      cacheWrites = 0,
      contextTokens = tokensIn + cacheReads + cacheWrites,
    } = readAnthropicUsage(lines.at(-1)?.message?.['usage'])
    places.set(key, list.length)
    list.push({
      input: contextTokens,
      model: toTextOrNull(first.message?.['model']) ?? '',
    })
  }
  return { list, places }
}

/** As many of the oldest results as come closest to so many characters. */
function selectOldestResults(
  history: readonly Entry[],
  cleared: ReadonlySet<string>,
  characters: number,
): readonly string[] {
  const ids: string[] = []
  let taken = 0
  for (const block of history.flatMap(readEntryBlocks)) {
    const id = block.type === 'tool_result' ? toTextOrNull(block['tool_use_id']) : null
    if (id === null || cleared.has(id)) continue
    const size = measureContentLength(block['content'])
    if (taken + size / 2 > characters) break
    taken += size
    ids.push(id)
  }
  return ids
}

function readEntryBlocks({ message }: Entry): readonly ContentBlock[] {
  return typeof message.content === 'string' ? [] : message.content
}

/** What a model reads of it: of a block neither marks nor signatures. */
function countReadCharacters(entries: readonly Entry[]): number {
  return entries.reduce((total, { message }) => total + measureContentLength(message.content), 0)
}

function measureContentLength(content: unknown): number {
  if (typeof content === 'string') return content.length
  if (!Array.isArray(content)) return 0
  return content.filter(isRecord).reduce((total, { text, thinking, input, content: nested }) => {
    const words = [text, thinking, nested].map(measureContentLength)
    return words.reduce((sum, length) => sum + length, total + measureContentLength(JSON.stringify(input)))
  }, 0)
}
