import type { Message } from '../../../../../shared/kernel/message.ts'
import type { RecordedUsage, RequestUsage } from '../../../../../shared/kernel/usage.ts'
import type { TokenCounter } from '../../../../kernel/tokens/token-counter.ts'
import type { RecordedTask } from '../../../../record/recorded-task.ts'

/** One token for a character, so that figures can be followed by hand. */
export const characterCounter: TokenCounter = { id: 'characters', count: (text) => text.length }

/** Prices of the example, per million tokens. */
export const examplePrices = { input: 3, output: 15, cacheWrites: 3.75, cacheReads: 0.3 }

/** Tokens of system prompt and tools. */
const prefixTokens = 2000
const answerTokens = 100

/** A message of so many tokens that is like no other. */
export function makeUniqueMessage(
  role: 'user' | 'assistant',
  tokens: number,
  name: string,
  ts?: number,
): Message {
  return { role, content: name.padEnd(tokens, '.').slice(0, tokens), ...(ts === undefined ? {} : { ts }) }
}

/** The example of `docs/replay.md`: a question of 4,000 tokens, then 900 with each request, answers of 100. */
export function exampleTask(requests = 8, secondsApart = 10): RecordedTask {
  const questions = Array.from({ length: requests }, (_, index) => (index === 0 ? 4000 : 900))
  return recordedTask(questions, secondsApart)
}

/** A task with questions of so many tokens, recorded as Anthropic does: everything new is written to the cache. */
export function recordedTask(questions: readonly number[], secondsApart = 10): RecordedTask {
  const messages: Message[] = []
  const requests: RequestUsage[] = []
  let sent = 0
  let context = prefixTokens
  questions.forEach((tokens, index) => {
    const ts = 1_700_000_000_000 + index * secondsApart * 1000
    context += tokens
    messages.push(makeUniqueMessage('user', tokens, `question ${index}`, ts))
    messages.push(makeUniqueMessage('assistant', answerTokens, `answer ${index}`, ts + 5000))
    const usage = { tokensIn: 0, tokensOut: answerTokens, cacheReads: sent, cacheWrites: context - sent }
    const { cacheReads, cacheWrites, output } = examplePrices
    const millionths = sent * cacheReads + (context - sent) * cacheWrites + answerTokens * output
    requests.push({ ts, ...usage, costUsd: millionths / 1e6 })
    sent = context
    context += answerTokens
  })
  const usage: RecordedUsage = { requests, condensations: [] }
  return { messages, usage, hiddenRange: null }
}

/** The example with some of what was recorded of its requests changed. */
export function changedExample(change: (request: RequestUsage, index: number) => object): RecordedTask {
  const task = exampleTask()
  const requests = task.usage.requests.map((request, index) => ({ ...request, ...change(request, index) }))
  return { ...task, usage: { ...task.usage, requests } }
}

/** The example as an agent records it that was updated before a request: from there on the input holds the cached tokens. */
export function updatedExample(at: number): RecordedTask {
  return changedExample(({ cacheReads = 0, cacheWrites = 0 }, index) =>
    index < at ? {} : { tokensIn: cacheReads + cacheWrites },
  )
}
