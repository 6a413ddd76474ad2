import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RunSummary } from '../../../shared/domain/run.ts'
import { useEngine } from '../../data/engine-context.ts'
import { useStartRun } from '../../data/use-start-run.ts'
import { sameRequest } from './same-request.ts'
import type { SurvivalFact } from './survival-facts.ts'

const changed = 'The task has changed since this run: run it again first'

/** Pins the parts that first state facts, and makes the same run again; its page opens. */
export function usePinAndRun(run: RunSummary, fileIndices: readonly number[] | null) {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const startRun = useStartRun()
  const action = useMutation({
    mutationFn: async (facts: readonly SurvivalFact[]) => {
      // The task may have changed since the facts were shown, and a place in its file may hold something else by now.
      const now = await client.quality.ofRun({ runId: run.id })
      if (now.fileIndices === null) throw new Error(`${changed}.`)
      const pins = pinsOf(facts, now.fileIndices)
      await client.pins.add({ taskId: run.taskId, pins: [...pins] })
      void queryClient.invalidateQueries({ queryKey: queries.pins.key() })
      await startRun(sameRequest(run, await client.presets.list({})))
    },
  })
  return {
    pin: action.mutate,
    /** Why nothing can be pinned; null where it can. */
    obstacle: fileIndices === null ? changed : null,
    isPending: action.isPending,
    failure: action.error,
    reset: action.reset,
  }
}

/** Each part once; two constraints may stand in one. */
function pinsOf(facts: readonly SurvivalFact[], fileIndices: readonly number[]) {
  const pins = facts.flatMap(({ stood: [place] }) => {
    const messageIndex = place === undefined ? undefined : fileIndices[place.messageIndex]
    if (place === undefined || messageIndex === undefined) return []
    const { partIndex } = place
    return [[`${messageIndex} ${partIndex}`, { messageIndex, partIndex }] as const]
  })
  return new Map(pins).values()
}
