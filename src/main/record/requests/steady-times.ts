import { type Message, messageTime } from '../../../shared/domain/message.ts'
import type { RecordedUsage } from '../../../shared/domain/usage.ts'

/**
 * The messages with the times that recorded usage is told in: where the clock of the agent was set back (`clockSteps`),
 * those before are earlier by as much. The very messages where it never was. `fileIndices` says where they stand in the
 * file, where they are not the whole of it.
 */
export function steadyTimes(
  messages: readonly Message[],
  { clockSteps = [] }: RecordedUsage,
  fileIndices?: readonly number[],
): readonly Message[] {
  if (clockSteps.length === 0) return messages
  return messages.map((message, index) => {
    const ts = messageTime(message)
    const place = fileIndices?.[index] ?? index
    const byMs = clockSteps.reduce((sum, step) => sum + (place < step.message ? step.byMs : 0), 0)
    return ts === null || byMs === 0 ? message : { ...message, ts: ts - byMs }
  })
}
