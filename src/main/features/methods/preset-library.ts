import { isSameJson } from '../../../shared/kernel/json-values.ts'
import {
  pickNewestVersion,
  presetEntrySchema,
  type PresetEntry,
  type PresetVersion,
} from '../../../shared/methods/preset-entry-types.ts'
import type { Settings } from '../../../shared/methods/provider-types.ts'
import type { Method } from '../../kernel/method.ts'
import { findMethod, methods } from '../../methods/methods.ts'
import type { PresetKey } from '../../platform/store/store.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { buildSettingsNotes } from './build-settings-notes.ts'
import { listProviderPresets } from './list-provider-presets.ts'
import { readSettings } from './read-settings.ts'
import { requireMethod } from './resolve-method.ts'

export type PresetServices = Pick<CoreServices, 'store' | 'now'>

/** All presets, or those of one provider: by provider, built-in ones first. */
export async function listAllPresets(
  { store }: Pick<PresetServices, 'store'>,
  providerId?: string,
): Promise<readonly PresetEntry[]> {
  const own = await store.presets.list()
  if (providerId !== undefined) return listProviderPresets(requireMethod(providerId), own)
  // A provider may be gone; what was saved for it is still the user's.
  const left = own.filter((preset) => findMethod(preset.providerId) === undefined)
  return [...methods.flatMap((provider) => listProviderPresets(provider, own)), ...left]
}

/** The preset of a key; a problem that names the others where there is none. */
export async function requirePreset(services: PresetServices, key: PresetKey): Promise<PresetEntry> {
  const own = await services.store.presets.get(key)
  if (own !== null) return own
  const presets = await listAllPresets(services, key.providerId)
  const preset = presets.find(({ id }) => id === key.id)
  if (preset !== undefined) return preset
  throw new Problem({
    code: 'not-found',
    message: `${requireMethod(key.providerId).label} has no preset "${key.id}"`,
    where: key.id,
    hint: `Choose one of: ${presets.map(({ id }) => id).join(', ')}.`,
  })
}

/** The same for what only a preset of one's own can do. */
export async function requireOwnPreset(services: PresetServices, key: PresetKey): Promise<PresetEntry> {
  const preset = await requirePreset(services, key)
  if (!preset.isBuiltIn) return preset
  throw new Problem({
    code: 'not-allowed',
    message: `${preset.label} ships with Dewpoint and stays as it is`,
    where: key.id,
    hint: 'Duplicate it, and change the copy.',
  })
}

/** A version of a preset, the newest where none is named. */
export function requireVersion(preset: PresetEntry, wanted?: number): PresetVersion {
  const newest = pickNewestVersion(preset)
  if (wanted === undefined) return newest
  const found = preset.versions.find(({ version }) => version === wanted)
  if (found !== undefined) return found
  throw new Problem({
    code: 'not-found',
    message: `The preset ${preset.label} has no version ${wanted}`,
    where: preset.id,
    hint: `Its newest version is ${newest.version}.`,
  })
}

const textsSchema = presetEntrySchema.pick({ id: true, label: true, description: true })
type PresetTexts = Pick<PresetEntry, 'id' | 'label' | 'description'>

/** Id, label and description as they are kept; a problem that names the one that does not fit. */
export function checkTexts(texts: PresetTexts): PresetTexts {
  const parsed = textsSchema.safeParse(texts)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') ?? ''
  throw new Problem({
    code: 'bad-input',
    message: `${where}: ${issue?.message ?? 'does not fit'}`,
    where,
    hint: 'Nothing was saved.',
  })
}

export type PresetToPut = PresetKey & {
  /** The one that there is, or the id, without it. */
  readonly label?: string | undefined
  readonly description?: string | undefined
  readonly settings: Settings
  readonly note: string
}

export type PutPreset = {
  readonly preset: PresetEntry
  readonly result: 'created' | 'version-added' | 'unchanged'
  /** Names that were read as other ones; absent where there were none. */
  readonly notes?: string[]
}

/** Adds a preset, or a version to the one with its id; nothing where the newest version has these very settings. */
export async function putPreset(
  services: PresetServices,
  preset: PresetToPut,
  { mustBeNew }: { readonly mustBeNew: boolean },
): Promise<PutPreset> {
  const { store, now } = services
  const { providerId, id, note } = preset
  const provider = requireMethod(providerId)
  const { settings: own, names } = readSettings(providerId, preset.settings)
  const said = buildSettingsNotes(names).map(({ message }) => message)
  const notes = said.length === 0 ? {} : { notes: said }
  const settings = completeSettings(provider, own)
  const before = await store.presets.get({ providerId, id })
  const version = { settings, note, createdTs: now() }
  if (before === null) {
    const { label = id, description = '' } = preset
    const texts = checkTexts({ id, label, description })
    if (provider.presets.some((known) => known.id === id)) throw isTaken(provider, id, 'ships with Dewpoint')
    const isAdded = await store.presets.create({ providerId, ...texts }, version)
    if (!isAdded) throw isTaken(provider, id, 'is there already')
    return { preset: await requirePreset(services, preset), result: 'created', ...notes }
  }
  if (mustBeNew) throw isTaken(provider, id, 'is there already')
  const { label = before.label, description = before.description } = preset
  await store.presets.describe({ providerId, id }, checkTexts({ id, label, description }))
  const isSame = isSameJson(pickNewestVersion(before).settings, settings)
  if (!isSame) await store.presets.addVersion({ providerId, id }, version)
  return {
    preset: await requirePreset(services, preset),
    result: isSame ? 'unchanged' : 'version-added',
    ...notes,
  }
}

function completeSettings(provider: Method, settings: Settings): Settings {
  const bound = provider.bind(settings, findMethod)
  if (bound.ok && bound.issues.length === 0) return bound.resolved.settings
  const [first, ...others] = bound.issues
  const place = ['settings', ...(first?.path ?? [])].join('.')
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  throw new Problem({
    code: 'bad-input',
    message: `The settings do not fit ${provider.label}: ${place}: ${first?.message ?? 'they are no object'}${more}`,
    where: place,
    hint: 'Nothing was saved. `dewpoint providers --json` gives the schema of all settings.',
  })
}

function isTaken(provider: Method, id: string, why: string): Problem {
  return new Problem({
    code: 'bad-input',
    message: `The preset "${id}" of ${provider.label} ${why}`,
    where: 'id',
    hint: 'Choose another id.',
  })
}
