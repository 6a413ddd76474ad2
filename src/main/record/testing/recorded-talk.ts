import type { Message } from '../../../shared/kernel/message.ts'
import type { RecordedUsage } from '../../../shared/kernel/usage.ts'
import type { Timeline } from '../../../shared/timeline/types.ts'
import { makeUniqueMessage } from '../../features/replay/compute/testing/replay-example.ts'
import type { RecordedTask } from '../recorded-task.ts'

/** A record of nothing. */
export const nothingRecorded: RecordedUsage = { requests: [], condensations: [] }

/** What happened, as `kind #message`. */
export const events = ({ markers }: Timeline): string[] =>
  markers.map((one) => `${one.kind} #${one.messageIndex}`)
/** A task with what was recorded of it; nothing unless it is named. */
export const makeRecordedTask = (
  messages: readonly Message[],
  usage: Partial<RecordedUsage> = {},
): RecordedTask => ({
  messages,
  usage: { ...nothingRecorded, ...usage },
  hiddenRange: null,
})

/** Question and answer of 100 tokens each, ten milliseconds apart. */
export const talk = (count: number): Message[] =>
  Array.from({ length: count }, (_, index) =>
    makeUniqueMessage(index % 2 === 0 ? 'user' : 'assistant', 100, `${index}`, 1000 + 10 * index),
  )
