import { Select } from '@mantine/core'
import { useField } from './editor-context.ts'
import { listDistinctChoices, type Choice } from './list-distinct-choices.ts'
import type { JsonPath } from './read-json-at-path.ts'

type SelectFieldProps = {
  readonly path: JsonPath
  readonly label: string
  readonly choices: readonly Choice[]
  /** Label of the empty choice, absent where a choice is required. */
  readonly none?: string
}

/** Stands for "nothing is named": no id is empty. */
const nothing = ''

/** A choice from a list. A value of the text that is not in the list stays selectable. */
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
        ...listDistinctChoices(choices, [named]),
      ]}
      value={named === nothing && none === undefined ? null : named}
      allowDeselect={false}
      onChange={(next) => set(next === null || next === nothing ? undefined : next)}
    />
  )
}
