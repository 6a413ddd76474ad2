import { useEffect, useEffectEvent, useMemo, useReducer } from 'react'
import { z } from 'zod'
import {
  settingsSchema,
  type ProviderInfo,
  type Settings,
} from '../../../../shared/methods/provider-types.ts'
import type { SettingIssue } from '../../../../shared/methods/providers-contract.ts'
import { passSchema } from '../../../../shared/methods/smart-pass-types.ts'
import { buildSmartSettingsSchema } from '../../../../shared/methods/smart-settings-types.ts'
import { usePreference } from '../../../data/use-preference.ts'
import { createEditorState, reduceEditor, type EditorAction, type EditorState } from './editor-state.ts'
import { checkSettings, readSettingsText } from './read-settings-text.ts'

/** A draft of the smart provider's settings, validated as the provider does. */
export type SmartDraft = {
  readonly state: EditorState
  readonly act: (action: EditorAction) => void
  readonly changeText: (text: string) => void
  readonly issues: readonly SettingIssue[]
  /** Complete settings, or null while the form or the JSON is invalid. */
  readonly fitting: Settings | null
}

/** The draft of the smart provider's settings, shared with Condense. */
export function useSmartDraft(provider: ProviderInfo): SmartDraft {
  const schema = useMemo(() => createSchema(provider), [provider])
  const [stored, store] = usePreference(`draft.${provider.id}`, settingsSchema, provider.defaults)
  const [state, act] = useReducer(reduceEditor, stored, (settings) =>
    createEditorState(checkSettings(schema, settings).settings ?? settings),
  )
  const { settings } = state.present
  const keep = useEffectEvent((changed: Settings): void => {
    if (changed !== stored) store(changed)
  })
  useEffect(() => keep(settings), [settings])
  const checked = useMemo(() => checkSettings(schema, settings), [schema, settings])
  return {
    state,
    act,
    changeText: (text) => act({ kind: 'text', text, reading: readSettingsText(schema, text) }),
    issues: checked.issues,
    fitting: state.textProblems.length === 0 ? checked.settings : null,
  }
}

/** The schema with the passes that this engine has as its defaults. */
function createSchema({ defaults }: ProviderInfo): z.ZodType {
  const passes = z.array(passSchema).parse(defaults['passes'])
  return buildSmartSettingsSchema(() => passes)
}
