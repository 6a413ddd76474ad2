import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import type { ProviderInfo, Settings } from '../../../../shared/methods/provider-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem, type ProblemView } from '../../../data/to-problem.ts'
import { usePreference } from '../../../data/use-preference.ts'
import { listBuiltInPresets, findMatchingPreset, buildPresetSettings } from './find-matching-preset.ts'

/** Dialogs of the presets, of which at most one is open. */
export type PresetDialog = 'save' | 'update' | 'rename' | 'versions' | 'import' | 'remove'

/** The presets of a provider and the settings being edited, shared by editor, menu and dialogs. */
export type PresetController = {
  readonly provider: ProviderInfo
  /** Null while what is written is no settings. */
  readonly settings: Settings | null
  /** Whether the settings fit, so that they may be saved. */
  readonly canSave: boolean
  readonly presets: readonly PresetEntry[]
  /** Why the user's own presets are missing. */
  readonly listProblem: ProblemView | null
  readonly readAgain: () => void
  /** The preset that the settings equal. */
  readonly matched: PresetEntry | null
  /** The user's preset that the settings were changed from. */
  readonly changedFrom: PresetEntry | null
  readonly apply: (preset: PresetEntry) => void
  /** Prefers this preset from now on where several have the settings. */
  readonly prefer: (preset: PresetEntry) => void
  readonly dialog: PresetDialog | null
  readonly open: (dialog: PresetDialog) => void
  readonly close: () => void
  /** The last action, or empty. */
  readonly said: string
  /** Closes the dialog and shows what was done. A note about saved settings goes once they change. */
  readonly done: (said: string, about: 'saved-settings' | 'presets') => void
}

type Said = { readonly text: string; readonly about: Parameters<PresetController['done']>[1] }
const nothingSaid: Said = { text: '', about: 'presets' }

type PresetControllerInput = {
  readonly provider: ProviderInfo
  readonly settings: Settings | null
  readonly canSave: boolean
  readonly onApply: (settings: Settings) => void
}

/** Sets up the presets of a provider for settings that are being worked on. */
export function usePresetController({
  provider,
  settings,
  canSave,
  onApply,
}: PresetControllerInput): PresetController {
  const { queries } = useEngine()
  const list = useQuery(queries.presets.list.queryOptions({ input: { providerId: provider.id } }))
  const presets = list.data ?? listBuiltInPresets(provider)
  const [preferredId, setPreferredId] = usePreference(`preset.${provider.id}`, z.string(), '')
  const matched = settings === null ? null : findMatchingPreset(provider, presets, settings, preferredId)
  // Until the user's presets are read, a built-in one with the same settings would match instead of the preferred one.
  const matchedId = list.data === undefined ? undefined : matched?.id
  useEffect(() => {
    // Settings that were typed can equal a preset too: what they turn into next is a change of that one.
    if (matchedId !== undefined && matchedId !== preferredId) setPreferredId(matchedId)
  }, [matchedId, preferredId, setPreferredId])
  const [dialog, setDialog] = useState<PresetDialog | null>(null)
  const [said, setSaid] = useState<Said>(nothingSaid)
  const own = presets.find(({ id, isBuiltIn }) => id === preferredId && !isBuiltIn)
  const prefer = (preset: PresetEntry): void => setPreferredId(preset.id)
  return {
    provider,
    settings,
    canSave: canSave && settings !== null,
    presets,
    listProblem: list.isError ? toProblem(list.error) : null,
    readAgain: () => void list.refetch(),
    matched,
    changedFrom: matched === null ? (own ?? null) : null,
    apply: (preset) => {
      prefer(preset)
      setSaid(nothingSaid)
      onApply(buildPresetSettings(provider, preset))
    },
    prefer,
    dialog,
    open: setDialog,
    close: () => setDialog(null),
    said: said.about === 'saved-settings' && matched === null ? '' : said.text,
    done: (text, about) => {
      setDialog(null)
      setSaid({ text, about })
    },
  }
}
