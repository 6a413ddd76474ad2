import { isSameJson } from '../../shared/kernel/json-values.ts'
import type { Message } from '../../shared/kernel/message.ts'
import type { HistoryTag, Provenance } from '../../shared/kernel/provenance.ts'
import { runWarning } from '../../shared/kernel/words/engine.ts'
import type { Conversation } from './conversation.ts'
import { findSafeCuts } from './history/find-safe-cuts.ts'
import type { MethodResult, ResolvedMethod } from './method.ts'

/** A result that was made before it was needed, of what was the whole history then. */
export type Prepared = {
  readonly source: readonly Message[]
  readonly result: readonly Message[]
  readonly provenance: Provenance
  readonly tag: HistoryTag | null
}

/**
 * The same method, answering with what was prepared: the prepared result and all that came after its source. Where
 * the history is no longer a continuation of that source, it has nothing to offer.
 */
export function adoptPrepared(method: ResolvedMethod, prepared: Prepared): ResolvedMethod {
  return { ...method, condense: ({ conversation }) => Promise.resolve(adopt(conversation, prepared)) }
}

function adopt({ messages }: Conversation, { source, result, provenance, tag }: Prepared): MethodResult {
  const isContinued =
    messages.length >= source.length && source.every((message, index) => isSameJson(message, messages[index]))
  if (!isContinued) return makeUnusableResult('The history is not what the prepared result was made of.')
  const endsInside = !findSafeCuts(messages).includes(source.length)
  if (endsInside && !isSameJson(result.at(-1), source.at(-1)))
    return makeUnusableResult('The prepared result stands for a call whose result came later.')
  // The prepared messages take the place of equal ones, so that what is kept is recognised as kept.
  const own = new Map(source.map((message, index) => [message, messages[index] ?? message]))
  const tail = messages.slice(source.length)
  return {
    kind: 'condensed',
    messages: [...result.map((message) => own.get(message) ?? message), ...tail],
    provenance: {
      messages: [
        ...provenance.messages,
        ...tail.map((_, at) => ({ sources: [source.length + at], changes: [] })),
      ],
      dropped: provenance.dropped,
    },
    passes: [],
    fidelity: null,
    ...(tag === null ? {} : { tag }),
    warnings: [runWarning('prepared')],
  }
}

function makeUnusableResult(reason: string): MethodResult {
  return { kind: 'unchanged', reason }
}
