import { createContext, use } from 'react'
import type { SettingIssue } from '../../../shared/api/providers.ts'
import type { Settings } from '../../../shared/domain/provider.ts'
import type { JsonValue } from '../schema-form/settings-value.ts'
import { jsonAt, type JsonPath } from './json-at.ts'

/** What every field of the editor reads and changes. */
export type EditorForm = {
  readonly settings: Settings
  readonly issues: readonly SettingIssue[]
  readonly set: (path: JsonPath, value: JsonValue | undefined) => void
}

/** Holds the form of the editor; fields read it with `useField`. */
export const EditorContext = createContext<EditorForm | null>(null)

/** One value of the settings: what it is, what is wrong with it, how to change it. */
export function useField(path: JsonPath): {
  readonly value: JsonValue | undefined
  readonly error: string | undefined
  readonly set: (value: JsonValue | undefined) => void
} {
  const form = use(EditorContext)
  if (form === null) throw new Error('useField needs an EditorContext above it')
  const address = path.join('/')
  return {
    value: jsonAt(form.settings, path),
    error: form.issues.find((issue) => issue.path.join('/') === address)?.message,
    set: (value) => form.set(path, value),
  }
}
