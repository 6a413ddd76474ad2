import { MultiSelect, TagsInput } from '@mantine/core'
import { useField } from '../../components/editor-fields/editor-context.ts'
import type { JsonPath } from '../../components/editor-fields/json-at.ts'

type ListFieldProps = {
  readonly path: JsonPath
  readonly label: string
  readonly placeholder: string
  /** What can be chosen; absent where anything can be written. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
}

/** Several words of the settings; none of them means that it does not matter. */
export function ListField({ path, label, placeholder, options }: ListFieldProps) {
  const { value, error, set } = useField(path)
  const words = Array.isArray(value) ? value.map(String) : []
  const common = {
    label,
    error,
    value: words,
    placeholder: words.length === 0 ? placeholder : '',
    size: 'xs',
    clearable: false,
    comboboxProps: { transitionProps: { duration: 0 } },
    onChange: (next: string[]) => set(next.length === 0 ? undefined : next),
  }
  return options === undefined ? (
    <TagsInput {...common} acceptValueOnBlur />
  ) : (
    <MultiSelect {...common} data={[...options]} />
  )
}
