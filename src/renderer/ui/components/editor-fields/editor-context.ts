import { createContext, use } from 'react'
import { formatFieldSentence } from '../../../../shared/kernel/describe-issue.ts'
import type { Settings } from '../../../../shared/methods/provider-types.ts'
import type { SettingIssue } from '../../../../shared/methods/providers-contract.ts'
import type { JsonValue } from '../schema-form/settings-value.ts'
import { readJsonAtPath, type JsonPath } from './read-json-at-path.ts'

/** What every field of the editor reads and changes. */
export type EditorForm = {
  readonly settings: Settings
  readonly issues: readonly SettingIssue[]
  readonly set: (path: JsonPath, value: JsonValue | undefined) => void
}

/** The form of the editor, which fields read with `useField`. */
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
  const issue = form.issues.find((candidate) => candidate.path.join('/') === address)
  return {
    value: readJsonAtPath(form.settings, path),
    error: issue === undefined ? undefined : formatFieldSentence(issue.message),
    set: (value) => form.set(path, value),
  }
}
