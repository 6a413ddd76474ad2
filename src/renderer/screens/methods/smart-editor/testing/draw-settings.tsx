import { useState, type ReactNode } from 'react'
import { vi } from 'vitest'
import type { Settings } from '../../../../../shared/methods/provider-types.ts'
import type { SettingIssue } from '../../../../../shared/methods/providers-contract.ts'
import { drawWithEngine } from '../../../../testing/draw.tsx'
import { EditorContext, type EditorForm } from '../../../../ui/components/editor-fields/editor-context.ts'
import {
  isRecord,
  readJsonAtPath,
  withJsonAt,
  type JsonPath,
} from '../../../../ui/components/editor-fields/read-json-at-path.ts'
import { OperationCostsContext, type OperationCosts } from '../operation-costs.ts'

type Drawing = { readonly issues?: readonly SettingIssue[]; readonly costs?: OperationCosts | null }

/** Draws fields of settings as the editor does, which keeps the settings. `at` reads the latest. */
export function drawSettings(
  start: Settings,
  fields: ReactNode,
  { issues = [], costs = null }: Drawing = {},
) {
  const changed = vi.fn<(settings: Settings) => void>()
  function Owner() {
    const [settings, setSettings] = useState(start)
    const set: EditorForm['set'] = (path, value) => {
      const next = withJsonAt(settings, path, value)
      if (!isRecord(next)) throw new Error('These are no settings.')
      changed(next)
      setSettings(next)
    }
    return (
      <OperationCostsContext value={costs}>
        <EditorContext value={{ settings, issues, set }}>{fields}</EditorContext>
      </OperationCostsContext>
    )
  }
  const drawn = drawWithEngine(<Owner />, {
    'profiles.list': () => ({ profiles: [], roles: { main: null, condensing: null }, keyStorage: 'none' }),
  })
  return { ...drawn, at: (...path: JsonPath) => readJsonAtPath(changed.mock.lastCall?.[0] ?? start, path) }
}
