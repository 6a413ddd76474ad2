import { Switch } from '@mantine/core'
import { useField } from './editor-context.ts'
import type { JsonPath } from './read-json-at-path.ts'

type SwitchFieldProps = { readonly path: JsonPath; readonly label: string; readonly description?: string }

/** A switch of the settings. */
export function SwitchField({ path, label, description }: SwitchFieldProps) {
  const { value, error, set } = useField(path)
  return (
    <Switch
      label={label}
      description={description}
      error={error}
      checked={value === true}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  )
}
