import type { ModelInfo } from '../../engine/language-model.ts'
import type { TokenCounter } from '../../engine/tokens/token-counter.ts'
import type { JudgePrompt } from './prompts.ts'

/** How a task stands is told at its end; what it is about, at its beginning. */
const headShare = 0.25

/** Material that a question is about. The title is ours, the text is anybody's. */
export type JudgeRecord = { readonly title: string; readonly text: string }

export type ComposedQuestion = {
  readonly content: string
  /** What did not fit into the window; sentences. */
  readonly notes: readonly string[]
}

/** Share of the window that a request may fill: our count and the vendor's differ by a few percent. */
const windowShare = 0.95
/** A record of fewer tokens than this, cut from a longer one, tells nothing. */
const leastTokens = 100
/** For titles, tags, and a second try that says what was wrong with the first. */
const overheadTokens = 400

const format = new Intl.NumberFormat('en-US')

/**
 * Records in tags that none of them holds, so that no text can end its own, and behind them what is asked. Where they
 * do not fit into the window, the longest ones lose their middle; null where next to nothing of them would be left. The
 * same input always gives the same question. Its words belong to the version of every prompt.
 */
export function composeQuestion(
  records: readonly JudgeRecord[],
  asked: {
    readonly question: string
    readonly prompt: JudgePrompt
    readonly info: ModelInfo
    /** Of the window that may be used; below that of `info` where a server took less than it. */
    readonly windowTokens: number
    readonly maxTokens: number
    readonly counter: TokenCounter
  },
): ComposedQuestion | null {
  const { question, prompt, info, windowTokens, maxTokens, counter } = asked
  const fixed = counter.count(prompt.system) + counter.count(question) + maxTokens + overheadTokens
  const room = Math.max(0, Math.floor(windowTokens * windowShare) - fixed)
  const sizes = records.map(({ text }) => counter.count(text))
  const limits = shareOut(sizes, room)
  if (limits.some((limit, index) => limit < Math.min(sizes[index] ?? 0, leastTokens))) return null
  const tag = freeTag(records.map(({ text }) => text))
  const notes: string[] = []
  const blocks = records.map(({ title, text }, index) => {
    const fitted = cutMiddle(text, limits[index] ?? 0, counter)
    if (fitted.isCut) notes.push(noteOf(title, sizes[index] ?? 0, limits[index] ?? 0, info))
    return `${title}:\n<${tag}>\n${fitted.text}\n</${tag}>`
  })
  const content = `${blocks.join('\n\n')}\n\nThat is all of the material. What is asked of you:\n${question}`
  return { content, notes }
}

function noteOf(title: string, tokens: number, limit: number, { label }: ModelInfo): string {
  return `${title} has ${format.format(tokens)} tokens and was cut in its middle to ${format.format(limit)}, to fit the window of ${label}.`
}

/** Room for each size: all that it needs where it is small, else an equal share of what the small ones leave. */
function shareOut(sizes: readonly number[], room: number): number[] {
  const limits = sizes.map(() => 0)
  let left = room
  const bySize = sizes.map((size, index) => ({ size, index })).toSorted((a, b) => a.size - b.size)
  bySize.forEach(({ size, index }, at) => {
    const limit = Math.min(size, Math.floor(left / (bySize.length - at)))
    limits[index] = limit
    left -= limit
  })
  return limits
}

function freeTag(texts: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const tag = `record-${number}`
    if (!texts.some((text) => text.includes(tag))) return tag
  }
}

/** A text of at most so many tokens: without its middle where it is longer, and with a line that says so. */
function cutMiddle(
  text: string,
  maxTokens: number,
  counter: TokenCounter,
): { readonly text: string; readonly isCut: boolean } {
  const tokens = counter.count(text)
  if (tokens <= maxTokens) return { text, isCut: false }
  for (
    let length = Math.floor((text.length * maxTokens) / tokens);
    length > 0;
    length = Math.floor(length * 0.9)
  ) {
    const head = Math.floor(length * headShare)
    const tail = text.length - (length - head)
    const cut = `${text.slice(0, head)}\n[… left out for want of room …]\n${text.slice(tail)}`.toWellFormed()
    if (counter.count(cut) <= maxTokens) return { text: cut, isCut: true }
  }
  return { text: '', isCut: true }
}
