import type { Message } from '../../../shared/domain/message.ts'
import { isWrittenByCondensation } from './cut-at.ts'

/**
 * What a task recorded after it had come so far, without what the agent's own condensation wrote; empty where nothing
 * came. Null where the messages before are others by now: then nothing tells what came after them.
 */
export function recordedAfter(before: readonly Message[], now: readonly Message[]): Message[] | null {
  // Agents mark messages that they hide; what a message says stays.
  const isSame = before.every((message, index) => saidBy(message) === saidBy(now[index]))
  return isSame ? now.slice(before.length).filter((message) => !isWrittenByCondensation(message)) : null
}

function saidBy(message: Message | undefined): string {
  return JSON.stringify([message?.role, message?.content])
}
