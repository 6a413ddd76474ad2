import { z } from 'zod'
import type { Message } from '../../../shared/kernel/message.ts'
import { runFailure } from '../../../shared/kernel/words/engine.ts'
import { recordedMethodId } from '../../../shared/methods/method-choice-types.ts'
import { defineMethod, type MethodResult } from '../../kernel/method.ts'
import type { Assembled } from '../external/assemble.ts'
import { buildInferredPass, inferProvenance } from '../external/infer-provenance.ts'

const settingsSchema = z.strictObject({})

const label = 'What the agent did'

/**
 * The condensation that the agent itself made at the cut, as its files recorded it: the row that every other method is
 * held against. It is never mended, whatever is wrong with it.
 */
export const recordedMethod = defineMethod<z.infer<typeof settingsSchema>>({
  id: recordedMethodId,
  label,
  description:
    'The condensation that the agent recorded at this cut, with all that it put back after its summary.',
  version: '1.0.0',
  capabilities: {
    lossless: false,
    lossy: true,
    usesModel: false,
    parallel: false,
    multiPass: false,
    fallback: false,
    speed: 'fast',
  },
  settings: settingsSchema,
  presets: [],
  keptEnds: () => ({ first: 0, last: 0 }),
  condense: async ({ conversation, services }): Promise<MethodResult> => {
    const recorded = services.recorded?.result ?? null
    if (recorded === null)
      return {
        kind: 'failed',
        ...runFailure('not-recorded', { cuts: services.recorded?.listCuts() ?? [] }),
      }
    // Nobody pays for it here. What it took stands in the change of the bill.
    services.charge({ costUsd: null })
    const sources = new Map(conversation.messages.map((message, index) => [message, index]))
    const answer = recorded.map((message): Assembled => {
      const source = sources.get(message)
      return source === undefined ? { kind: 'new', message, source: null } : { kind: 'kept', message, source }
    })
    const selectWritten = (isWanted: (message: Message) => boolean): ReadonlySet<number> =>
      new Set(answer.flatMap(({ kind, message }, at) => (kind === 'new' && isWanted(message) ? [at] : [])))
    const inferred = inferProvenance(conversation, answer, {
      arm: 'the agent',
      passId: recordedMethodId,
      summaries: selectWritten(isStandIn),
      added: selectWritten((message) => !isStandIn(message) && message['isBoilerplate'] === true),
    })
    return {
      kind: 'condensed',
      hasHappened: true,
      messages: inferred.messages,
      provenance: inferred.provenance,
      passes: [buildInferredPass(conversation, inferred, { id: recordedMethodId, label, durationMs: 0 })],
      fidelity: null,
      warnings: [],
    }
  },
})

/** Whether a message stands for others: a summary, or the mark of a truncation. */
function isStandIn({ isSummary, isTruncationMarker }: Message): boolean {
  return isSummary === true || isTruncationMarker === true
}
