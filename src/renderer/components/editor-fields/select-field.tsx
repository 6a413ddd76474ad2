import { Select } from '@mantine/core'
import { useField } from './editor-context.ts'
import type { JsonPath } from './json-at.ts'
import { distinctChoices, type Choice } from './distinct-choices.ts'

type SelectFieldProps = {
  readonly path: JsonPath
  readonly label: string
  readonly choices: readonly Choice[]
  /** What no choice is called; absent where there has to be one. */
  readonly none?: string
}

/** Stands for "nothing is named": no id is empty. */
const nothing = ''

/** One of several. What the text names stays on the list, known or not. */
export function SelectField({ path, label, choices, none }: SelectFieldProps) {
  const { value, error, set } = useField(path)
  const named = typeof value === 'string' ? value : nothing
  return (
    <Select
      label={label}
      error={error}
      searchable
      data={[
        ...(none === undefined ? [] : [{ value: nothing, label: none }]),
        ...distinctChoices(choices, [named]),
      ]}
      value={named === nothing && none === undefined ? null : named}
      allowDeselect={false}
      onChange={(next) => set(next === null || next === nothing ? undefined : next)}
    />
  )
}
