import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  settingsSchema,
  type ProviderInfo,
  type Settings,
} from '../../../../shared/methods/provider-types.ts'
import type { SettingIssue } from '../../../../shared/methods/providers-contract.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { usePreference } from '../../../data/use-preference.ts'
import { parseSettings } from '../../../ui/components/schema-form/settings-value.ts'

/** A draft of settings: the value, and its text. */
export type SettingsDraft = {
  readonly settings: Settings
  readonly text: string
  /** Why the text is not valid settings. `settings` then has the last valid ones. */
  readonly textError: string | null
  /** Grows with every change that was not typed as text. */
  readonly revision: number
  readonly issues: readonly SettingIssue[]
  /** Whether the issues are those of these settings, and not of the ones before. */
  readonly isChecked: boolean
  readonly change: (settings: Settings) => void
  readonly changeText: (text: string) => void
  /** Takes the last change back; null where there is none. */
  readonly undo: (() => void) | null
}

type DraftState = Pick<SettingsDraft, 'settings' | 'text' | 'textError' | 'revision'> & {
  /** Settings before each change, and when the last one was made. */
  readonly past: readonly Settings[]
  readonly changedTs: number
}

/** Changes that follow each other faster, as letters of a word do, are taken back at once. */
const pauseMs = 800
/** Changes that can be taken back. */
const longestPast = 200

const none: readonly SettingIssue[] = []

/** The remembered draft of a provider's settings, validated by the provider as it changes. */
export function useSettingsDraft(provider: ProviderInfo): SettingsDraft {
  const { queries } = useEngine()
  const [stored, store] = usePreference(`draft.${provider.id}`, settingsSchema, provider.defaults)
  const [draft, setDraft] = useState<DraftState>(() => buildDraftState(stored, 0))
  const [settled] = useDebouncedValue(draft.settings, 200)
  const checked = useQuery(
    queries.providers.validate.queryOptions({
      input: { providerId: provider.id, settings: settled },
      placeholderData: keepPreviousData,
    }),
  )
  const change = (settings: Settings): void => {
    setDraft((before) => ({
      ...buildDraftState(settings, before.revision + 1),
      past: extendPast(before),
      changedTs: Date.now(),
    }))
    store(settings)
  }
  const undo = (): void => {
    const settings = draft.past.at(-1)
    if (settings === undefined) return
    setDraft({ ...buildDraftState(settings, draft.revision + 1), past: draft.past.slice(0, -1) })
    store(settings)
  }
  return {
    ...draft,
    issues: checked.data ?? none,
    isChecked: settled === draft.settings && checked.data !== undefined && !checked.isPlaceholderData,
    change,
    changeText: (text) => {
      const parsed = parseSettings(text)
      if ('error' in parsed) return setDraft((before) => ({ ...before, text, textError: parsed.error }))
      setDraft((before) => ({
        ...before,
        settings: parsed.settings,
        text,
        textError: null,
        past: extendPast(before),
        changedTs: Date.now(),
      }))
      store(parsed.settings)
    },
    undo: draft.past.length === 0 ? null : undo,
  }
}

function buildDraftState(settings: Settings, revision: number): DraftState {
  const text = JSON.stringify(settings, null, 2)
  return { settings, text, textError: null, revision, past: [], changedTs: 0 }
}

function extendPast({ past, settings, changedTs }: DraftState): readonly Settings[] {
  return Date.now() - changedTs < pauseMs ? past : [...past, settings].slice(-longestPast)
}
