import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Message } from '../../src/shared/domain/message.ts'
import { writeTask } from './write-task.ts'

/** Characters of the system prompt and the tools, and of a token. */
const systemChars = 40_000
const perToken = 4
const outputTokens = 240

/**
 * Writes a task folder whose requests each send all that came before, read from a cache but for what is new; after so
 * many messages it says that they begin anew, as where the same task was done again. Gives the number of requests.
 */
export function writeGrowingTask(folder: string, messages: readonly Message[], anewAfter = Infinity): number {
  writeTask(folder, messages)
  const requests: unknown[] = []
  let chars = systemChars
  let cached = 0
  for (const [index, { role, content, ts }] of messages.entries()) {
    if (index % anewAfter === 0) [chars, cached] = [systemChars, 0]
    if (role === 'assistant') {
      const input = Math.round(chars / perToken)
      const cost = (15 * outputTokens + 0.3 * cached + 3.75 * (input - cached)) / 1e6
      const usage = {
        tokensIn: 0,
        tokensOut: outputTokens,
        cacheReads: cached,
        cacheWrites: input - cached,
        cost,
      }
      const text = JSON.stringify({ apiProtocol: 'anthropic', ...usage })
      requests.push({ ts: Number(ts) - 1, type: 'say', say: 'api_req_started', text })
      cached = input
    }
    chars += JSON.stringify(content).length
  }
  writeFileSync(join(folder, 'ui_messages.json'), JSON.stringify(requests))
  return requests.length
}
