import { Textarea, TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { useField } from './editor-context.ts'
import type { JsonPath } from './read-json-at-path.ts'

type TextFieldProps = {
  readonly path: JsonPath
  readonly label: string
  readonly placeholder?: string
  /** An empty one is left out of the settings. */
  readonly isOptional?: boolean
  readonly isLong?: boolean
}

/** A text of the settings, on one line or on several. */
export function TextField({ path, label, placeholder, isOptional = false, isLong = false }: TextFieldProps) {
  const { value, error, set } = useField(path)
  const common = {
    label,
    error,
    placeholder,
    value: typeof value === 'string' ? value : '',
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set(isOptional && currentTarget.value === '' ? undefined : currentTarget.value),
  }
  return isLong ? <Textarea {...common} autosize minRows={1} maxRows={8} /> : <TextInput {...common} />
}
