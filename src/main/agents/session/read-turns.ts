import { append } from '../../../shared/kernel/append.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import type { RecordedCondensation, RequestUsage } from '../../../shared/kernel/usage.ts'
import type { Entry } from './entry-order.ts'
import { createSessionBuilder, type BuiltSession } from './session-builder.ts'

/** Something that happened in a session, with the messages that it brought. */
export type Turn = Readonly<{ messages: readonly Message[] }> &
  (
    | Readonly<{
        /** `said` is sent from here on, `aside` was never sent. */
        kind: 'said' | 'aside'
      }>
    /** A model call, with its answer; results that stand with it are sent from here on, too. */
    | Readonly<{ kind: 'answer'; usage: RequestUsage; results?: readonly Message[] }>
    /** A condensation, whose messages stand for all before; `isCopy` where they are not what was sent. */
    | Readonly<{ kind: 'condensation'; record: RecordedCondensation; isCopy?: boolean }>
  )

/**
 * Reads a session whose answers each sent what stands before them, turn by turn: most agents need no more. A message is one
 * object however often it is sent, which is seen to here; one without content is never sent again.
 */
export function readTurns(turns: Iterable<Turn>): BuiltSession {
  const session = createSessionBuilder()
  let history: Entry[] = []
  for (const turn of turns) {
    const isCopy = turn.kind === 'condensation' && turn.isCopy === true ? { isCopy: true } : {}
    const entries = turn.messages.map((message): Entry => ({ message, ...isCopy }))
    switch (turn.kind) {
      case 'aside':
        session.aside(entries)
        break
      case 'condensation':
        session.condensation(turn.record, history, entries)
        history = entries
        break
      case 'answer':
        session.request(turn.usage, history, entries)
        append(history, entries.filter(hasContent))
        append(
          history,
          (turn.results ?? []).map((message): Entry => ({ message })),
        )
        break
      case 'said':
        append(history, entries.filter(hasContent))
    }
  }
  return session.finish(history)
}

function hasContent({ message: { content } }: Entry): boolean {
  return content.length > 0
}
