import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Message } from '../../src/shared/kernel/message.ts'

/** Writes a task folder as Roo Code does; gives the bytes of its history. */
export function writeTask(folder: string, messages: readonly Message[]): number {
  mkdirSync(folder, { recursive: true })
  const history = Buffer.from(JSON.stringify(messages))
  writeFileSync(join(folder, 'api_conversation_history.json'), history)
  const requests = messages
    .filter(({ role }) => role === 'assistant')
    .map(({ ts }, index) => ({
      ts: Number(ts) - 1,
      type: 'say',
      say: 'api_req_started',
      text: JSON.stringify({ tokensIn: 9000 + index, tokensOut: 240, cacheReads: 7000, cost: 0.0137 }),
    }))
  writeFileSync(join(folder, 'ui_messages.json'), JSON.stringify(requests))
  return history.byteLength
}
