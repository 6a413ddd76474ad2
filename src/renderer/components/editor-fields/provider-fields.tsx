import { useField } from './editor-context.ts'
import type { JsonPath } from './json-at.ts'
import { SelectField } from './select-field.tsx'
import { TextField } from './text-field.tsx'

type Named = { readonly id: string; readonly label: string }

type ProviderFieldsProps = {
  /** Of the entry. */
  readonly path: JsonPath
  readonly choices: {
    readonly providers: readonly Named[]
    readonly presets: readonly (Named & { readonly providerId: string })[]
  }
}

/** Id, provider and preset of an entry. */
export function ProviderFields({ path, choices: { providers, presets } }: ProviderFieldsProps) {
  const { value: provider } = useField([...path, 'provider'])
  const own = presets.filter(({ providerId }) => providerId === provider)
  const choicesOf = (named: readonly Named[]) => named.map(({ id, label }) => ({ value: id, label }))
  return (
    <>
      <TextField path={[...path, 'id']} label="Id" />
      <SelectField path={[...path, 'provider']} label="Provider" choices={choicesOf(providers)} />
      <SelectField path={[...path, 'preset']} label="Preset" none="Defaults" choices={choicesOf(own)} />
    </>
  )
}
