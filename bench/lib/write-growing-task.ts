import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Message } from '../../src/shared/kernel/message.ts'
import { writeTask } from './write-task.ts'

/** Characters of the system prompt and the tools, and of a token. */
const systemChars = 40_000
const perToken = 4
const outputTokens = 240

/** What the agent wrote in the place of what it condensed. */
const summary = `## Conversation Summary\n\n${'Modules were read, changed and tested; the next one is to be read. '.repeat(40)}`

/**
 * Writes a task folder whose requests each send all that came before, read from a cache but for what is new. Before each
 * request that comes after so many messages the agent condensed all of them, as Roo Code records it. Gives the number of requests.
 */
export function writeGrowingTask(
  folder: string,
  messages: readonly Message[],
  condensedAfter = Infinity,
): number {
  const history: Message[] = []
  const lines: unknown[] = []
  let requests = 0
  let [chars, cached] = [systemChars, 0]
  for (const [index, message] of messages.entries()) {
    const ts = Number(message.ts)
    if (message.role === 'assistant') {
      if (index > condensedAfter && index % condensedAfter === 1) {
        lines.push(condense(history, ts - 3, chars))
        ;[chars, cached] = [systemChars + summary.length, 0]
      }
      const input = Math.round(chars / perToken)
      lines.push(requestLine(ts - 1, input, cached))
      requests += 1
      cached = input
    }
    history.push(message)
    chars += JSON.stringify(message.content).length
  }
  writeTask(folder, history)
  writeFileSync(join(folder, 'ui_messages.json'), JSON.stringify(lines))
  return requests
}

function requestLine(ts: number, input: number, cached: number): unknown {
  const cost = (15 * outputTokens + 0.3 * cached + 3.75 * (input - cached)) / 1e6
  const usage = {
    tokensIn: 0,
    tokensOut: outputTokens,
    cacheReads: cached,
    cacheWrites: input - cached,
    cost,
  }
  const text = JSON.stringify({ apiProtocol: 'anthropic', ...usage })
  return { ts, type: 'say', say: 'api_req_started', text }
}

/** Hides all messages that stand behind a summary; gives the line of the chat that says so. */
function condense(history: Message[], ts: number, chars: number): unknown {
  const condenseId = `condensation-${history.length}`
  history.forEach((message, index) => {
    if (message.condenseParent === undefined) history[index] = { ...message, condenseParent: condenseId }
  })
  history.push({ role: 'user', content: [{ type: 'text', text: summary }], ts, isSummary: true, condenseId })
  const prevContextTokens = Math.round(chars / perToken)
  const newContextTokens = Math.round((systemChars + summary.length) / perToken)
  const contextCondense = { summary, condenseId, cost: 0.01, prevContextTokens, newContextTokens }
  return { ts, type: 'say', say: 'condense_context', contextCondense }
}
