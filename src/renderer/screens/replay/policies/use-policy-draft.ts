import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { z } from 'zod'
import type { ReplayCheck } from '../../../../shared/replay/contract.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem, type ProblemView } from '../../../data/to-problem.ts'
import { useChangedElsewhere } from '../../../data/use-changed-elsewhere.ts'
import { usePreference } from '../../../data/use-preference.ts'
import { useTextDraft, type TextDraft } from '../../../ui/components/yaml-editor/use-text-draft.ts'

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
  /** What the models of each policy may cost, US dollars. Null for no limit. */
  readonly maxCostUsd: number | null
  readonly changeMaxCost: (maxCostUsd: number | null) => void
  /** Null until the engine has looked at this very text. */
  readonly check: ReplayCheck | null
  readonly checkProblem: ProblemView | null
  /** Whether it is what another window made of it a moment ago. */
  readonly isFromElsewhere: boolean
}

type Stored = z.infer<typeof storedSchema>

/** The draft of a task. It is remembered while it changes, and checked by the engine. */
export function usePolicyDraft(taskId: string, fresh: string): PolicyDraft {
  const { queries } = useEngine()
  const [stored, store] = usePreference(`draft.replay.${taskId}`, storedSchema, nothing)
  const own = useOwnWrites(stored)
  const save = useDebouncedCallback(
    (value: Stored) => {
      own.wrote(value)
      store(value)
    },
    { delay: 400, flushOnUnmount: true },
  )
  const [maxCostUsd, setMaxCost] = useState(stored.maxCostUsd)
  const [takenText, setTaken] = useState<string | null>(null)
  const keep = (text: string, limit: number | null): void => {
    own.changed()
    save({ text: text === fresh ? '' : text, maxCostUsd: limit })
  }
  const draft = useTextDraft({
    initial: stored.text === '' ? fresh : stored.text,
    firstKey: 'policies',
    onChange: (text) => keep(text, maxCostUsd),
  })
  useChangedElsewhere(`draft.replay.${taskId}`, storedSchema, (found) => {
    if (own.isOwn(found)) return
    const text = found.text === '' ? fresh : found.text
    setMaxCost(found.maxCostUsd)
    draft.replace(text)
    keep(text, found.maxCostUsd)
    setTaken(text)
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
    isFromElsewhere: takenText !== null && takenText === draft.text,
  }
}

/** What this window has stored itself. The last two count: a write may be on its way while somebody comes back. */
function useOwnWrites(first: Stored) {
  const writes = useRef({ last: [JSON.stringify(first)], isAhead: false })
  return {
    changed: (): void => {
      writes.current.isAhead = true
    },
    wrote: (value: Stored): void => {
      writes.current = { last: [JSON.stringify(value), ...writes.current.last].slice(0, 2), isAhead: false }
    },
    isOwn: (value: Stored): boolean =>
      writes.current.isAhead || writes.current.last.includes(JSON.stringify(value)),
  }
}
