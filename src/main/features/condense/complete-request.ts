import type { Warning } from '../../../shared/condense/outcome-types.ts'
import type { RunRequest } from '../../../shared/condense/runs-contract.ts'
import type { Policy } from '../../../shared/installation/policy-types.ts'
import type { PresetEntry } from '../../../shared/methods/preset-entry-types.ts'
import { profileThresholdsSchema } from '../../../shared/models/model-profile-types.ts'
import { methods } from '../../methods/methods.ts'
import type { RunField } from '../../methods/reference-names/names.ts'
import type { TranslatedSettings } from '../../methods/reference-names/translate-settings.ts'
import { readRoles } from '../../platform/models/stored-choices.ts'
import type { Store } from '../../platform/store/store.ts'
import { Problem } from '../common/problem.ts'
import { buildSettingsNotes } from '../methods/build-settings-notes.ts'
import { matchPreset } from '../methods/find-preset.ts'
import { listProviderPresets } from '../methods/list-provider-presets.ts'
import { readSettings } from '../methods/read-settings.ts'
import { requireArm } from '../methods/require-arm.ts'
import { requireMethod } from '../methods/resolve-settings.ts'

type ChosenProvider = {
  readonly providerId: string
  /** Without the provider that may stand before it. */
  readonly presetId: string | undefined
  readonly notes: readonly Warning[]
}

/** A request that names its provider, with settings by the names of the provider. */
export type CompleteRequest = RunRequest & { readonly providerId: string }

/**
 * A request as it is run: with the provider that it means where it names none, and with settings of the reference
 * documents read as the ones here. Notes say what was taken for what. Throws a `Problem` where nothing fits.
 */
export async function completeRequest(
  store: Pick<Store, 'presets' | 'preferences'>,
  request: RunRequest,
  policy: Pick<Policy, 'defaultProvider'>,
): Promise<{ readonly request: CompleteRequest; readonly notes: readonly Warning[] }> {
  const asked = withArm(request)
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
      ...buildSettingsNotes(own?.names ?? [], used),
      ...steps.flatMap(({ translated }) => buildSettingsNotes(translated?.names ?? [])),
    ],
  }
}

/** An arm as the provider and the preset that it stands for. Throws a `Problem` where either is named as well. */
function withArm({ arm: id, ...request }: RunRequest): RunRequest {
  if (id === undefined) return request
  const { providerId, presetId } = requireArm(id)
  if (request.providerId === undefined && request.presetId === undefined)
    return { ...request, providerId, ...(presetId === null ? {} : { presetId }) }
  throw new Problem({
    code: 'bad-input',
    message: 'An arm says which provider and which preset run',
    where: 'arm',
    hint: 'Leave the provider and the preset out, or the arm.',
  })
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
  const profileId = take('profileId', asked.profileId, readText(run.profileId))
  const targetTokens = take('targetTokens', asked.targetTokens, readWholeNumber(run.targetTokens))
  const fields = {
    ...(profileId === undefined ? {} : { profileId }),
    ...(targetTokens === undefined ? {} : { targetTokens }),
  }
  const { trigger } = asked
  if (trigger === undefined) return { fields, used }
  const { main } = await readRoles(store)
  const thresholds = profileThresholdsSchema.safeParse(run.profileThresholds)
  const ofProfile = thresholds.success && main !== null ? thresholds.data[main] : undefined
  const threshold = take('threshold', trigger.threshold, readPercent(run.threshold))
  const profileThreshold = take('profileThresholds', trigger.profileThreshold, ofProfile)
  const autoCondense = take('autoCondense', trigger.autoCondense, readSwitch(run.autoCondense))
  const own = {
    ...(threshold === undefined ? {} : { threshold }),
    ...(profileThreshold === undefined ? {} : { profileThreshold }),
    ...(autoCondense === undefined ? {} : { autoCondense }),
  }
  return { fields: { ...fields, trigger: { ...trigger, ...own } }, used }
}

const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
const readSwitch = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)
const readWholeNumber = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined
const readPercent = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 5 && value <= 100 ? value : undefined

/**
 * The provider that a request names or its preset belongs to; else that of the policy, with a note. Throws a `Problem`
 * where several methods have such a preset, or the policy's provider is gone.
 */
function chooseProvider(
  { providerId, presetId: text }: Pick<RunRequest, 'providerId' | 'presetId'>,
  { defaultProvider }: Pick<Policy, 'defaultProvider'>,
  ownPresets: readonly PresetEntry[],
): ChosenProvider {
  const colon = text?.indexOf(':') ?? -1
  const before = colon < 0 ? undefined : text?.slice(0, colon)
  const presetId = before === undefined ? text : text?.slice(colon + 1)
  if (providerId !== undefined) {
    return before === providerId
      ? { providerId, presetId, notes: [] }
      : { providerId, presetId: text, notes: [] }
  }
  if (before !== undefined) return { providerId: requireMethod(before).id, presetId, notes: [] }
  const fallback = requireDefault(defaultProvider)
  if (
    presetId === undefined ||
    matchPreset(listProviderPresets(fallback, ownPresets), presetId).found.kind !== 'none'
  ) {
    const message = `No provider was named: ${fallback.id}, the default of the policy, was taken.`
    return { providerId: fallback.id, presetId, notes: [{ code: 'default-provider', message }] }
  }
  return chooseByPreset(presetId, ownPresets)
}

function chooseByPreset(presetId: string, ownPresets: readonly PresetEntry[]): ChosenProvider {
  const all = methods.flatMap((provider) => listProviderPresets(provider, ownPresets))
  const { found } = matchPreset(all, presetId)
  switch (found.kind) {
    case 'found': {
      const { providerId, id } = found.item
      const message = `No provider was named: ${providerId} was taken, which has the preset ${id}.`
      return { providerId, presetId, notes: [{ code: 'default-provider', message }] }
    }
    case 'none':
      throw new Problem({
        code: 'not-found',
        message: `No provider has a preset "${presetId}"`,
        where: presetId,
        hint: '`dewpoint presets list` shows the presets.',
      })
    case 'several':
      throw new Problem({
        code: 'bad-input',
        message: `Several presets fit "${presetId}"`,
        where: presetId,
        hint: `Name one of: ${found.items.map((preset) => `${preset.providerId}:${preset.id}`).join(', ')}.`,
      })
  }
}

function requireDefault(id: string): (typeof methods)[number] {
  const provider = methods.find((known) => known.id === id)
  if (provider !== undefined) return provider
  throw new Problem({
    code: 'bad-input',
    message: `The default provider of the policy, "${id}", is not there`,
    where: id,
    hint: 'Name a provider, or set another default: `dewpoint policy --set provider=native`.',
  })
}
