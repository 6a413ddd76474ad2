import type { Message } from '../../../shared/kernel/message.ts'
import type { TokenCounter } from '../../kernel/tokens/token-counter.ts'
import { createSeededRandom } from '../../measure/statistics/create-seeded-random.ts'

/** A history, and what only its agent knew: tokens of its messages, system prompt and tools of the request before an answer. */
export type HistoryOfAgent = {
  readonly history: readonly Message[]
  readonly countTokens: (message: Message) => number
  readonly countPrefixTokens: (answer: Message) => number
}

/** The text of a message, whatever its blocks are. */
export const readContentText = (content: Message['content']): string =>
  typeof content === 'string' ? content : JSON.stringify(content)

/** Talk about files with the weights of a model that counts otherwise; its mode changes where one is named. */
export function madeUpHistory(
  seed: number,
  counter: TokenCounter,
  prefixes: Readonly<Record<string, number>>,
): HistoryOfAgent {
  const source = createSeededRandom(seed)
  const random = (): number => source.nextUint32() / 2 ** 32
  const modes = Object.keys(prefixes)
  const history = Array.from({ length: 160 }, (_, index): Message => {
    const isAnswer = index % 2 === 1
    const mode = modes[Math.floor((index * modes.length) / 160)] ?? 'code'
    const words = 20 + Math.floor(random() * (isAnswer ? 300 : 4000))
    const text = Array.from({ length: words }, () => `word${Math.floor(random() * 5000)}`).join(' ')
    const environment = `<environment_details>\n# Current Mode\n<slug>${mode}</slug>\n</environment_details>`
    return isAnswer
      ? { role: 'assistant', content: text }
      : { role: 'user', content: `${text}\n${environment}` }
  })
  const places = new Map(history.map((message, index) => [message.content, index]))
  const weights = new Map(
    history.map(({ content }) => [
      content,
      Math.round(1.25 * (0.99 + 0.02 * random()) * counter.count(readContentText(content))),
    ]),
  )
  return {
    history,
    countTokens: ({ content }) =>
      weights.get(content) ?? Math.round(1.25 * counter.count(readContentText(content))),
    countPrefixTokens: ({ content }) => {
      const at = (places.get(content) ?? 1) - 1
      return prefixes[modes[Math.floor((at * modes.length) / 160)] ?? 'code'] ?? 0
    },
  }
}
