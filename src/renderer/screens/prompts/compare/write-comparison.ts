import { stringify } from 'yaml'
import { makeSlug } from '../../../../shared/kernel/make-slug.ts'
import type { TaskSummary } from '../../../../shared/library/task-types.ts'
import {
  formatPresetReference,
  parsePresetReference,
} from '../../../../shared/methods/preset-reference-types.ts'
import type { Prompt, PromptVersion } from '../../../../shared/prompts/prompt-types.ts'

/** A prompt in the version that is compared. */
export type ComparedPrompt = {
  readonly prompt: Prompt
  readonly version: PromptVersion
  /** The name, with the version where another one of it is compared. */
  readonly label: string
}

/** The prompts that an address names by `id` or `id@version`; those that are not there are left out. */
export function findComparedPrompts(
  prompts: readonly Prompt[],
  references: readonly string[],
): readonly ComparedPrompt[] {
  const found = references.flatMap((reference) => {
    const { id, version: number } = parsePresetReference(reference)
    const prompt = prompts.find((one) => one.id === id)
    const version = prompt?.versions.find((one) => one.version === (number ?? prompt.versions.length))
    return prompt === undefined || version === undefined ? [] : [{ prompt, version }]
  })
  return found.map((one) => {
    const isTwice = found.filter(({ prompt }) => prompt === one.prompt).length > 1
    return { ...one, label: one.prompt.name + (isTwice ? `, version ${one.version.version}` : '') }
  })
}

/** Tasks that can be compared on, those whose agent condensed first and then the longest; samples only without others. */
export function listComparisonTasks(tasks: readonly TaskSummary[]): readonly TaskSummary[] {
  const there = tasks.filter(({ state }) => state !== 'gone' && state !== 'failed')
  const own = there.filter(({ isSample }) => !isSample)
  const readSize = ({ tokens, sizeBytes }: TaskSummary): number => tokens ?? (sizeBytes ?? 0) / 4
  return (own.length === 0 ? there : own).toSorted(
    (a, b) =>
      Number((b.condensations ?? 0) > 0) - Number((a.condensations ?? 0) > 0) || readSize(b) - readSize(a),
  )
}

type Comparison = {
  readonly prompts: readonly ComparedPrompt[]
  readonly taskIds: readonly string[]
  readonly profileId: string
  readonly budgetUsd: number | null
}

/** The experiment that compares prompts, as its file. Cuts and figures are those that an experiment has by itself. */
export function writeComparison({ prompts, taskIds, profileId, budgetUsd }: Comparison): string {
  const variants = prompts.map(({ prompt, version, label }) => ({
    id: makeSlug(label, 64) || `${makeSlug(prompt.id, 50)}-${version.version}`,
    label,
    provider: 'native',
    prompt: formatPresetReference(prompt.id, version.version),
    profile: profileId,
  }))
  return stringify(
    {
      name: prompts
        .map(({ label }) => label)
        .join(' or ')
        .slice(0, 200),
      question: 'Which of these prompts should condense these tasks?',
      tasks: taskIds,
      variants,
      ...(budgetUsd === null ? {} : { budgetUsd }),
    },
    { lineWidth: 0 },
  )
}
