import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useField } from '../../components/editor-fields/editor-context.ts'
import type { JsonPath } from '../../components/editor-fields/json-at.ts'
import { useEngine } from '../../data/engine-context.ts'
import { byRole, modelChoices } from '../condense/model-choice.ts'

/** Who summarises: the model of the run, or a profile of one's own. */
export function ProfileField({ path }: { readonly path: JsonPath }) {
  const { queries } = useEngine()
  const { value, error, set } = useField(path)
  const list = useQuery(queries.profiles.list.queryOptions()).data
  const known = list === undefined ? [] : modelChoices(list).filter((choice) => choice.value !== byRole)
  const named = typeof value === 'string' ? value : byRole
  const isKnown = named === byRole || known.some((choice) => choice.value === named)
  return (
    <Select
      label="Profile"
      w={220}
      data={[
        { value: byRole, label: 'The model of the run' },
        ...known,
        ...(isKnown ? [] : [{ value: named, label: `${named} (no such profile)` }]),
      ]}
      value={named}
      error={error}
      allowDeselect={false}
      onChange={(next) => set(next === null || next === byRole ? undefined : next)}
    />
  )
}
