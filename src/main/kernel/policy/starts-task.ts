import type { Conversation } from '../conversation.ts'
import { findPrompts } from '../history/history-view.ts'

/** A prompt of fewer words than this answers, or tells the agent to go on. */
const leastWords = 4
/** Of a new task, no larger share of the words stands in the turn before. */
const mostShared = 0.25

/**
 * Whether the prompt at an index begins a new task: it has words enough, and few of them stand in the turn before it.
 * For policies that condense between tasks. No record says where a task ends, so it is told by the words.
 */
export function startsTask(conversation: Conversation, prompt: number): boolean {
  const before = findPrompts(conversation).findLast((index) => index < prompt)
  if (before === undefined) return false
  const words = collectWords(conversation, prompt, prompt + 1)
  if (words.size < leastWords) return false
  const known = collectWords(conversation, before, prompt)
  return [...words].filter((word) => known.has(word)).length <= mostShared * words.size
}

/** Words of four letters or more, but for those that stand everywhere. */
function collectWords({ parts }: Conversation, from: number, to: number): ReadonlySet<string> {
  const words = new Set<string>()
  for (const { text, kind } of parts.slice(from, to).flat()) {
    if (kind === 'environment' || kind === 'image' || kind === 'opaque') continue
    for (const [word] of text.matchAll(/[\p{L}\p{N}_]{4,}/gu)) words.add(word.toLowerCase())
  }
  for (const word of commonWords) words.delete(word)
  return words
}

const commonWords =
  'also been does done each from have here into just like make more need only other please should some than that their them then there these they this what when where which will with would your'.split(
    ' ',
  )
