import type { Conversation } from '../conversation.ts'
import { findPrompts } from '../history/history-view.ts'

/** A prompt of fewer words than this answers, or tells the agent to go on. */
const leastWords = 6
/** Of a new task, no larger share of the words stands in the turn before. */
const mostShared = 0.25

/** A first word that answers, asks back or goes on. */
const goesOn =
  /^\W*(?:and|but|so|because|wait|why|no|yes|yeah|yep|do|will|would|are|is|what|how|when|i mean|it|that|this|continue)\b/i
/** What was spoken of before, */
const pointsBack = /\b(?:this|that|it|those|these|them)\b/i
/** where it stands among so many first words. */
const firstWords = 8
/** What an agent wraps in an element is a command that was run, or a note; `command-args` is what was typed behind one. */
const isWrapped = /^\s*<(?!command-)/

/**
 * Whether the prompt at an index begins a new task: it has words enough, few of them stand in the turn before it, and it
 * neither goes on nor points back. For policies that condense between tasks. No record says where a task ends, so it is
 * told by the words. Of prompts in recorded sessions that were read one by one, 18 of the 37 that this takes for a new task
 * began one; words alone were right in 13 of 60. The cues are English.
 */
export function startsTask(conversation: Conversation, prompt: number): boolean {
  const before = findPrompts(conversation).findLast((index) => index < prompt)
  if (before === undefined) return false
  const words = collectWords(conversation, prompt, prompt + 1)
  if (words.size < leastWords || followsOn(readPrompt(conversation, prompt))) return false
  const known = collectWords(conversation, before, prompt)
  return [...words].filter((word) => known.has(word)).length <= mostShared * words.size
}

function readPrompt({ parts }: Conversation, prompt: number): string {
  const typed = (parts[prompt] ?? []).filter(({ kind }) => kind === 'user-text')
  return typed.map(({ text }) => text).join(' ')
}

function followsOn(text: string): boolean {
  const start = text.trimStart().split(/\s+/, firstWords).join(' ')
  return isWrapped.test(text) || goesOn.test(text) || pointsBack.test(start)
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
