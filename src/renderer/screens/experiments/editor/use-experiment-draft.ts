import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import type { ExperimentCheck } from '../../../../shared/experiments/contract.ts'
import { experimentFileSchema } from '../../../../shared/experiments/experiment-file-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem, type ProblemView } from '../../../data/to-problem.ts'
import { usePreference } from '../../../data/use-preference.ts'
import type { JsonValue } from '../../../ui/components/schema-form/settings-value.ts'
import { editYamlText } from '../../../ui/components/yaml-editor/edit-yaml-text.ts'
import { useTextDraft, type TextDraft } from '../../../ui/components/yaml-editor/use-text-draft.ts'
import { expandEdit } from './expand-edit.ts'

const draftSchema = z.object({ text: z.string(), basePath: z.string() })
/** What is remembered of an experiment in the making. Relative paths in it begin at `basePath`. Empty for none. */
export type StoredDraft = Readonly<z.infer<typeof draftSchema>>

const nothing: StoredDraft = { text: '', basePath: '' }

/** The draft that outlives the window, and the way to put another one in its place. */
export function useStoredDraft(): readonly [StoredDraft, (draft: StoredDraft) => void] {
  return usePreference('draft.experiment', draftSchema, nothing)
}

/** An experiment in the making, and what the engine says of it. */
export type ExperimentDraft = TextDraft & {
  readonly basePath: string
  /** Null until the engine has looked at this very text. */
  readonly check: ExperimentCheck | null
  readonly checkProblem: ProblemView | null
  readonly changeBasePath: (basePath: string) => void
}

/** The draft. It is remembered while it changes, and checked by the engine. */
export function useExperimentDraft(stored: StoredDraft): ExperimentDraft {
  const { queries } = useEngine()
  const [, store] = useStoredDraft()
  const [basePath, setBasePath] = useState(stored.basePath)
  const draft = useTextDraft({
    initial: stored.text,
    firstKey: 'name',
    onChange: (text) => store({ text, basePath }),
  })
  const { text } = draft
  const [settledText] = useDebouncedValue(text, 400)
  const [settledPath] = useDebouncedValue(basePath, 400)
  const checked = useQuery(
    queries.experiments.check.queryOptions({
      input: { text: settledText, ...(settledPath === '' ? {} : { basePath: settledPath }) },
      placeholderData: keepPreviousData,
    }),
  )
  const isSettled = text === settledText && basePath === settledPath
  return {
    ...draft,
    edit: (edit) => draft.replace(expandEdit(draft.value, edit).reduce(editYamlText, text)),
    basePath,
    check: isSettled && !checked.isPlaceholderData ? (checked.data ?? null) : null,
    checkProblem: checked.isError ? toProblem(checked.error) : null,
    changeBasePath: (next) => {
      setBasePath(next)
      store({ text, basePath: next })
    },
  }
}

/** The JSON Schema of an experiment as a person writes it: the one that is published, without what a machine knows. */
export const experimentSchema: JsonValue = z
  .json()
  .parse(JSON.parse(JSON.stringify(z.toJSONSchema(experimentFileSchema, { io: 'input' }))))

/** What a new experiment begins with: something that can be started as it is, with every choice said in words. */
export function writeExperimentText(taskIds: readonly string[]): string {
  const tasks = taskIds.length === 0 ? ' []' : taskIds.map((id) => `\n  - ${JSON.stringify(id)}`).join('')
  return `name: Untitled experiment
question: Which of these keeps most of the facts the agent went on to use?
tasks:${tasks}
checkpoints:
  at: [default] # where the agent condensed, else where it would have
variants:
  - id: native
    provider: native
    profile: extractive
  - id: lossless
    provider: lossless
  - id: balanced
    provider: smart
    preset: balanced
    profile: extractive
metrics: [compression, validity, artifacts, facts, continuation, cost, time]
primary: continuation-recall
baseline: native
`
}

/** Puts tasks into the experiment in the making, or into a new one; the rest of a draft stays. */
export function useExperimentOn(): (taskIds: readonly string[]) => void {
  const [stored, store] = useStoredDraft()
  return (taskIds) =>
    store(
      stored.text === ''
        ? { text: writeExperimentText(taskIds), basePath: '' }
        : {
            ...stored,
            text: editYamlText(stored.text, { kind: 'set', path: ['tasks'], value: [...taskIds] }),
          },
    )
}
