import { Select } from '@mantine/core'
import type { ArmInfo } from '../../../../shared/methods/arm-types.ts'
import type { MethodRow } from '../../../lib/list-methods.ts'
import { Block } from '../../layout/layout.tsx'
import { useField } from './editor-context.ts'
import { findEntryMethod, nameEntryMethod, withMethod } from './entry-method.ts'
import { isRecord, type JsonPath } from './read-json-at-path.ts'
import { TextField } from './text-field.tsx'

type MethodFieldsProps = {
  /** Of the entry. */
  readonly path: JsonPath
  readonly choices: { readonly methods: readonly MethodRow[]; readonly arms: readonly ArmInfo[] }
}

/** Method and id of an entry of a file: the file names a method by an arm, or by a provider and a preset. */
export function MethodFields({ path, choices: { methods, arms } }: MethodFieldsProps) {
  const { value, set } = useField(path)
  const errors = [
    useField([...path, 'arm']).error,
    useField([...path, 'provider']).error,
    useField([...path, 'preset']).error,
  ]
  const entry = isRecord(value) ? value : {}
  const method = findEntryMethod(entry, methods, arms)
  const unknown = method === null ? nameEntryMethod(entry) : ''
  return (
    <>
      <Block span="all" miw={0}>
        <Select
          label="Method"
          searchable
          allowDeselect={false}
          error={errors.find((error) => error !== undefined)}
          description={
            method !== null && (
              <Block component="span" display="block" maw="60ch" c="dimmed" fz={11} lh="15px">
                {method.description}
              </Block>
            )
          }
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          data={[
            ...(unknown === '' ? [] : [{ value: unknown, label: unknown }]),
            ...[...Map.groupBy(methods, ({ group }) => group)].map(([group, rows]) => ({
              group,
              items: rows.map(({ id, label }) => ({ value: id, label })),
            })),
          ]}
          value={method?.id ?? unknown}
          onChange={(id) => {
            const next = methods.find((row) => row.id === id)
            if (next !== undefined) set(withMethod(entry, next))
          }}
        />
      </Block>
      <TextField path={[...path, 'id']} label="Id" />
    </>
  )
}
