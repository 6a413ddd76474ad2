import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import type { ExperimentCheck } from '../../../../shared/api/experiments.ts'
import type { Settings } from '../../../../shared/domain/provider.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem, type ProblemView } from '../../../data/to-problem.ts'
import { usePreference } from '../../../data/use-preference.ts'
import { editExperimentText, type TextEdit } from './edit-experiment-text.ts'
import { readExperimentText } from './read-experiment-text.ts'

const draftSchema = z.object({ text: z.string(), basePath: z.string() })
/** What is remembered of an experiment in the making. Relative paths in it begin at `basePath`; empty for none. */
export type StoredDraft = Readonly<z.infer<typeof draftSchema>>

const nothing: StoredDraft = { text: '', basePath: '' }
const mostUndone = 100

/** The draft that outlives the window, and the way to put another one in its place. */
export function useStoredDraft(): readonly [StoredDraft, (draft: StoredDraft) => void] {
  return usePreference('draft.experiment', draftSchema, nothing)
}

/** An experiment in the making: one text, and the value that the form shows of it. */
export type ExperimentDraft = {
  readonly text: string
  readonly basePath: string
  /** Of the last text that could be read. */
  readonly value: Settings
  /** Why the text cannot be read now; null where it can. */
  readonly textError: string | null
  /** Grows with every change that was not typed as text. */
  readonly revision: number
  /** Null until the engine has looked at this very text. */
  readonly check: ExperimentCheck | null
  readonly checkProblem: ProblemView | null
  readonly canUndo: boolean
  readonly edit: (edit: TextEdit) => void
  readonly changeText: (text: string) => void
  readonly changeBasePath: (basePath: string) => void
  readonly replace: (text: string) => void
  readonly undo: () => void
}

type DraftState = StoredDraft & {
  readonly value: Settings
  readonly textError: string | null
  readonly revision: number
  /** Texts before changes that were made in the form, newest last. */
  readonly past: readonly string[]
}

/** The draft; it is remembered while it changes, and checked by the engine. */
export function useExperimentDraft(stored: StoredDraft): ExperimentDraft {
  const { queries } = useEngine()
  const [, store] = useStoredDraft()
  const save = useDebouncedCallback(store, { delay: 400, flushOnUnmount: true })
  const [state, setState] = useState<DraftState>(() =>
    withText({ ...stored, value: {}, textError: null, revision: 0, past: [] }, stored.text),
  )
  const [settled] = useDebouncedValue(state, 400)
  const { text, basePath } = settled
  const checked = useQuery(
    queries.experiments.check.queryOptions({
      input: { text, ...(basePath === '' ? {} : { basePath }) },
      placeholderData: keepPreviousData,
    }),
  )
  const isSettled = text === state.text && basePath === state.basePath
  const change = (next: DraftState): void => {
    setState(next)
    save({ text: next.text, basePath: next.basePath })
  }
  const replace = (next: string): void =>
    change({
      ...withText(state, next),
      revision: state.revision + 1,
      past: [...state.past, state.text].slice(-mostUndone),
    })
  return {
    ...state,
    check: isSettled && !checked.isPlaceholderData ? (checked.data ?? null) : null,
    checkProblem: checked.isError ? toProblem(checked.error) : null,
    canUndo: state.past.length > 0,
    edit: (edit) => replace(editExperimentText(state.text, edit)),
    changeText: (next) => change(withText(state, next)),
    changeBasePath: (next) => change({ ...state, basePath: next }),
    replace,
    undo: () => {
      const before = state.past.at(-1)
      if (before === undefined) return
      change({ ...withText(state, before), revision: state.revision + 1, past: state.past.slice(0, -1) })
    },
  }
}

function withText(state: DraftState, text: string): DraftState {
  const read = readExperimentText(text)
  return 'error' in read
    ? { ...state, text, textError: read.error }
    : { ...state, text, value: read.value, textError: null }
}
