import type { Part } from '../../../shared/kernel/part.ts'
import type { Act } from './act.ts'
import { createOutcomeLookup, type CallOutcome } from './create-outcome-lookup.ts'
import { readCallActs } from './read-call-acts.ts'

/** One act of one call, and what came of it. */
export type Touch = { readonly act: Act; readonly outcome: CallOutcome }

/**
 * What tool calls of both eras did to files and ran: per message, in order. What assistants merely say does not
 * count, and neither does a result whose call is gone.
 */
export function findTouches(parts: readonly (readonly Part[])[]): readonly (readonly Touch[])[] {
  const found = known.get(parts) ?? listTouchesByMessage(parts)
  known.set(parts, found)
  return found
}

/** Several figures ask for those of one history. */
const known = new WeakMap<readonly (readonly Part[])[], readonly (readonly Touch[])[]>()

function listTouchesByMessage(parts: readonly (readonly Part[])[]): readonly (readonly Touch[])[] {
  const outcomeOf = createOutcomeLookup(parts)
  const reads = readOutcomes(parts)
  return parts.map((own) =>
    own.flatMap((part) => {
      const acts = readCallActs(part)
      const outcome = acts.length === 0 ? undefined : outcomeOf(part.toolCallId)
      if (outcome === undefined) return []
      // Of several commands in a row nobody knows how far they came before one failed.
      const isPartly = outcome.status === 'failed' && acts[0]?.kind === 'command' && isSeries(acts[0].command)
      return acts.flatMap((act) => {
        if (isPartly && act.kind !== 'command') return []
        const single = act.kind === 'read' ? reads.get(readKey(part.toolCallId, act.path)) : undefined
        return [{ act, outcome: single ?? outcome }]
      })
    }),
  )
}

function isSeries(command: string): boolean {
  return /&&|;|\n/.test(command)
}

/** A read of several files says of each of them whether it could be read. */
function readOutcomes(parts: readonly (readonly Part[])[]): ReadonlyMap<string, CallOutcome> {
  const outcomes = new Map<string, CallOutcome>()
  for (const { kind, toolCallId, path, isError, isHeader } of parts.flat()) {
    if (kind !== 'tool-result' || path === undefined || isHeader === true) continue
    outcomes.set(readKey(toolCallId, path), { status: isError === true ? 'failed' : 'done' })
  }
  return outcomes
}

function readKey(id: string | undefined, path: string): string {
  return `${id ?? ''}\n${path}`
}
