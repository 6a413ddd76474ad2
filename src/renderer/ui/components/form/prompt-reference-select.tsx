import { Select } from '@mantine/core'
import { formatPresetReference } from '../../../../shared/methods/preset-reference-types.ts'
import type { Prompt } from '../../../../shared/prompts/prompt-types.ts'

/** Stands for null in a select. */
const none = 'none'

type PromptReferenceSelectProps = {
  readonly label: string
  /** `id` for the newest version, `id@version` for a certain one, or null for `noneLabel`. */
  readonly value: string | null
  readonly noneLabel: string
  readonly prompts: readonly Prompt[]
  readonly onChange: (reference: string | null) => void
}

/** One of the prompts for conversations, in its newest version or a certain one. */
export function PromptReferenceSelect(props: PromptReferenceSelectProps) {
  const { label, value, noneLabel, prompts, onChange } = props
  const choices = buildPromptChoices(prompts)
  const isThere = value === null || choices.some((choice) => choice.value === value)
  return (
    <Select
      label={label}
      w={260}
      data={[
        { value: none, label: noneLabel },
        ...choices,
        ...(isThere ? [] : [{ value, label: `${value} (removed)` }]),
      ]}
      value={value ?? none}
      allowDeselect={false}
      onChange={(chosen) => chosen !== null && onChange(chosen === none ? null : chosen)}
    />
  )
}

type Choice = { readonly value: string; readonly label: string }

/** Each prompt followed by its versions, newest first. */
function buildPromptChoices(prompts: readonly Prompt[]): readonly Choice[] {
  return prompts
    .filter(({ purpose }) => purpose === 'conversation')
    .flatMap(({ id, name, versions }) => [
      { value: id, label: versions.length > 1 ? `${name}, newest` : name },
      ...(versions.length > 1
        ? versions.toReversed().map(({ version }) => ({
            value: formatPresetReference(id, version),
            label: `${name}, version ${version}`,
          }))
        : []),
    ])
}

/** What a reference is called on screen. */
export function describePromptReference(reference: string | null, prompts: readonly Prompt[]): string {
  if (reference === null) return 'Built-in'
  return (
    buildPromptChoices(prompts).find(({ value }) => value === reference)?.label ?? `${reference} (removed)`
  )
}
