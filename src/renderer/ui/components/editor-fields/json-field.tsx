import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { parseSettings, isSameSettings } from '../schema-form/settings-value.ts'
import { useField } from './editor-context.ts'
import { isRecord, type JsonPath } from './read-json-at-path.ts'

/** An object as JSON. Invalid text stays as typed, and an empty field removes the key. */
export function JsonField({ path, label }: { readonly path: JsonPath; readonly label: string }) {
  const { value, error, set } = useField(path)
  const [typed, setTyped] = useState('')
  const read = typed.trim() === '' ? null : parseSettings(typed)
  const settings = isRecord(value) ? value : null
  const isCurrent =
    read === null
      ? settings === null
      : 'error' in read || (settings !== null && isSameSettings(read.settings, settings))
  const shown = isCurrent || settings === null ? typed : JSON.stringify(settings, null, 2)
  return (
    <Textarea
      label={label}
      w="100%"
      style={{ gridColumn: '1 / -1' }}
      styles={{ input: { fontFamily: 'var(--font-mono)' } }}
      autosize
      minRows={1}
      maxRows={12}
      placeholder="{}"
      spellCheck={false}
      value={shown}
      error={read !== null && 'error' in read ? read.error : error}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        if (next.trim() === '') return set(undefined)
        const parsed = parseSettings(next)
        if ('settings' in parsed) set(parsed.settings)
      }}
    />
  )
}
