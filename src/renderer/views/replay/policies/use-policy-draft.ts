import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import type { ReplayCheck } from '../../../../shared/api/replay.ts'
import { useTextDraft, type TextDraft } from '../../../components/yaml-editor/use-text-draft.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem, type ProblemView } from '../../../data/to-problem.ts'
import { usePreference } from '../../../data/use-preference.ts'

const storedSchema = z.object({
  /** Empty for the usual policies. */
  text: z.string(),
  maxCostUsd: z.number().min(0).nullable(),
})
const nothing = { text: '', maxCostUsd: null }

/** The policies of a task in the making, and what the engine says of them. */
export type PolicyDraft = TextDraft & {
  readonly taskId: string
  /** What it begins with: the usual policies. */
  readonly fresh: string
  /** What the models of each policy may cost, US dollars; null for no limit. */
  readonly maxCostUsd: number | null
  readonly changeMaxCost: (maxCostUsd: number | null) => void
  /** Null until the engine has looked at this very text. */
  readonly check: ReplayCheck | null
  readonly checkProblem: ProblemView | null
}

/** The draft of a task; it is remembered while it changes, and checked by the engine. */
export function usePolicyDraft(taskId: string, fresh: string): PolicyDraft {
  const { queries } = useEngine()
  const [stored, store] = usePreference(`draft.replay.${taskId}`, storedSchema, nothing)
  const save = useDebouncedCallback(store, { delay: 400, flushOnUnmount: true })
  const [maxCostUsd, setMaxCost] = useState(stored.maxCostUsd)
  const keep = (text: string, limit: number | null): void =>
    save({ text: text === fresh ? '' : text, maxCostUsd: limit })
  const draft = useTextDraft({
    initial: stored.text === '' ? fresh : stored.text,
    firstKey: 'policies',
    onChange: (text) => keep(text, maxCostUsd),
  })
  const [settled] = useDebouncedValue(draft.text, 300)
  const checked = useQuery(
    queries.replay.check.queryOptions({ input: { text: settled }, placeholderData: keepPreviousData }),
  )
  const isSettled = draft.text === settled && !checked.isPlaceholderData
  return {
    ...draft,
    taskId,
    fresh,
    maxCostUsd,
    changeMaxCost: (limit) => {
      setMaxCost(limit)
      keep(draft.text, limit)
    },
    check: isSettled ? (checked.data ?? null) : null,
    checkProblem: checked.isError ? toProblem(checked.error) : null,
  }
}
