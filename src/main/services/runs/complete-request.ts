import type { RunRequest } from '../../../shared/api/runs.ts'
import type { Warning } from '../../../shared/domain/outcome.ts'
import type { Policy } from '../../../shared/domain/policy.ts'
import type { PresetEntry } from '../../../shared/domain/preset-entry.ts'
import { profileThresholdsSchema } from '../../../shared/domain/model-profile.ts'
import type { RunField } from '../../engine/reference-names/names.ts'
import type { TranslatedSettings } from '../../engine/reference-names/translate-settings.ts'
import { readRoles } from '../../models/stored-roles.ts'
import type { Store } from '../../store/store.ts'
import { chooseProvider } from './choose-provider.ts'
import { readSettings } from '../presets/read-settings.ts'
import { settingsNotes } from '../presets/settings-notes.ts'

/** A request that names its provider, with settings by the names of the provider. */
export type CompleteRequest = RunRequest & { readonly providerId: string }

/**
 * A request as it is run: with the provider that it means where it names none, and with settings of the reference
 * documents read as the ones here. Notes say what was taken for what. Throws a `Problem` where nothing fits.
 */
export async function completeRequest(
  store: Pick<Store, 'presets' | 'preferences'>,
  asked: RunRequest,
  policy: Pick<Policy, 'defaultProvider'>,
): Promise<{ readonly request: CompleteRequest; readonly notes: readonly Warning[] }> {
  const ownPresets: readonly PresetEntry[] = await store.presets.list()
  const chosen = chooseProvider(asked, policy, ownPresets)
  const { providerId } = chosen
  const own = asked.settings === undefined ? null : readSettings(providerId, asked.settings)
  const { fields, used } = own === null ? nothing : await runFields(store, asked, own)
  const steps = (asked.fallback ?? []).map((step) => ({
    step,
    translated: step.settings === undefined ? null : readSettings(step.providerId, step.settings),
  }))
  const fallback = steps.map(({ step, translated }) =>
    translated === null ? step : { ...step, settings: translated.settings },
  )
  return {
    request: {
      ...asked,
      ...fields,
      providerId,
      ...(chosen.presetId === undefined ? {} : { presetId: chosen.presetId }),
      ...(own === null ? {} : { settings: own.settings }),
      ...(asked.fallback === undefined ? {} : { fallback }),
    },
    notes: [
      ...chosen.notes,
      ...settingsNotes(own?.names ?? [], used),
      ...steps.flatMap(({ translated }) => settingsNotes(translated?.names ?? [])),
    ],
  }
}

const nothing = { fields: {}, used: new Set<RunField>() }

/** What settings of the documents say of the run and the request itself does not; a trigger alone has thresholds. */
async function runFields(
  store: Pick<Store, 'preferences'>,
  asked: RunRequest,
  { run }: TranslatedSettings,
): Promise<{ readonly fields: Partial<RunRequest>; readonly used: ReadonlySet<RunField> }> {
  const used = new Set<RunField>()
  const take = <T>(field: RunField, given: T | undefined, value: T | undefined): T | undefined => {
    if (given !== undefined || value === undefined) return given
    used.add(field)
    return value
  }
  const profileId = take('profileId', asked.profileId, textOf(run.profileId))
  const targetTokens = take('targetTokens', asked.targetTokens, wholeOf(run.targetTokens))
  const fields = {
    ...(profileId === undefined ? {} : { profileId }),
    ...(targetTokens === undefined ? {} : { targetTokens }),
  }
  const { trigger } = asked
  if (trigger === undefined) return { fields, used }
  const { main } = await readRoles(store)
  const thresholds = profileThresholdsSchema.safeParse(run.profileThresholds)
  const ofProfile = thresholds.success && main !== null ? thresholds.data[main] : undefined
  const threshold = take('threshold', trigger.threshold, percentOf(run.threshold))
  const profileThreshold = take('profileThresholds', trigger.profileThreshold, ofProfile)
  const autoCondense = take('autoCondense', trigger.autoCondense, switchOf(run.autoCondense))
  const own = {
    ...(threshold === undefined ? {} : { threshold }),
    ...(profileThreshold === undefined ? {} : { profileThreshold }),
    ...(autoCondense === undefined ? {} : { autoCondense }),
  }
  return { fields: { ...fields, trigger: { ...trigger, ...own } }, used }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
const switchOf = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)
const wholeOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined
const percentOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 5 && value <= 100 ? value : undefined
