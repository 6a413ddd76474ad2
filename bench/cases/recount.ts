import { createConversation, reviseConversation } from '../../src/main/kernel/conversation.ts'
import { createBulkCounter } from '../../src/main/kernel/tokens/bulk-counter.ts'
import { createCachingCounter } from '../../src/main/kernel/tokens/token-counter.ts'
import type { Message } from '../../src/shared/kernel/message.ts'
import { atLeast, type Benchmark } from '../lib/benchmark.ts'
import { standardHistory } from '../lib/histories.ts'
import { workOnce } from '../lib/timing.ts'

const rounds = 40
/** One message in this many is another one after the edit. */
const editedEvery = 400

/** An edited history pays only for what changed. */
export const recount: Benchmark = {
  id: 'recount',
  title: 'Second count of an edited history',
  measure: async () => {
    const messages = standardHistory()
    const counter = createCachingCounter(await createBulkCounter())
    const first = workOnce(() => createConversation(messages, counter))
    const edited = Array.from({ length: rounds }, (_, round) =>
      messages.map((message, index) => (index % editedEvery === round ? rewritten(message, round) : message)),
    )
    const all = workOnce(() => edited.map((history) => reviseConversation(first.value, history)))
    const revisedMs = all.ms / rounds
    // As another thread would have it: no object of before, every string a new one.
    const copy: readonly Message[] = JSON.parse(JSON.stringify(messages))
    const reopened = workOnce(() => createConversation(copy, counter))
    const editedCount = Math.ceil(messages.length / editedEvery)
    return [
      {
        what: 'edited history: times as fast as the first count',
        value: first.ms / revisedMs,
        unit: 'x',
        target: atLeast(50),
        note: `${editedCount} of ${messages.length} messages edited`,
      },
      { what: 'first count', value: first.ms, unit: 'ms' },
      {
        what: 'count of the edited history',
        value: revisedMs,
        unit: 'ms',
        note: `mean of ${rounds}`,
      },
      {
        what: 'parsed anew: times as fast',
        value: first.ms / reopened.ms,
        unit: 'x',
        note: 'no object shared, known by content alone',
      },
    ]
  },
}

function rewritten(message: Message, round: number): Message {
  return {
    ...message,
    content: `Edited in round ${round}: ${JSON.stringify(message.content).slice(0, 2000)}`,
  }
}
