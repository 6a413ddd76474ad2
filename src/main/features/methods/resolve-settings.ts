import type { RunRequest } from '../../../shared/condense/runs-contract.ts'
import { formatIssueSentence } from '../../../shared/kernel/describe-issue.ts'
import { mergeSettings } from '../../../shared/methods/merge-settings-lib.ts'
import { pickNewestVersion, type PresetEntry } from '../../../shared/methods/preset-entry-types.ts'
import {
  parsePresetReference,
  formatPresetReference,
} from '../../../shared/methods/preset-reference-types.ts'
import { settingsSchema, type Settings } from '../../../shared/methods/provider-types.ts'
import type { Method } from '../../kernel/method.ts'
import { findMethod, methods } from '../../methods/methods.ts'
import { Problem } from '../common/problem.ts'
import { matchPreset } from './find-preset.ts'
import { listProviderPresets } from './list-provider-presets.ts'

/** A provider with what its settings begin with. */
export type ProviderRequest = Pick<RunRequest, 'presetId' | 'settings'> & { readonly providerId: string }

type NamedPreset = { readonly settings: Settings; readonly presetId: string; readonly owner: string }

/**
 * The provider of a request with complete settings: the preset's or the defaults, under those of the request.
 * `ownPresets` are the user's; `presetId` names the preset as a run keeps it, one of the user's with its version.
 */
export function resolveSettings(
  request: ProviderRequest,
  ownPresets: readonly PresetEntry[] = [],
): {
  readonly provider: Method
  readonly settings: Settings
  readonly presetId: string | null
} {
  const provider = requireMethod(request.providerId)
  const preset = request.presetId === undefined ? null : requirePreset(provider, request.presetId, ownPresets)
  const bound = provider.bind(mergeSettings(preset?.settings ?? {}, request.settings ?? {}), findMethod)
  // Parsed settings are JSON again: the schemas hold nothing else.
  if (bound.ok)
    return { provider, settings: settingsSchema.parse(bound.settings), presetId: preset?.presetId ?? null }
  const [first, ...others] = bound.issues
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  throw new Problem({
    code: 'bad-input',
    message: `${preset?.owner ?? 'The settings'} do not fit ${provider.label}: ${first === undefined ? 'they are no object' : formatIssueSentence(first, 'The file')}${more}`,
    where: first?.path.join('.') ?? '',
    hint: `\`dewpoint providers --json\` gives the schema of all settings.`,
  })
}

/** The provider of an id; a problem that names the others where there is none. */
export function requireMethod(id: string): Method {
  const provider = findMethod(id)
  if (provider !== undefined) return provider
  throw new Problem({
    code: 'bad-input',
    message: `There is no provider "${id}"`,
    where: id,
    hint: `Choose one of: ${methods.map((known) => known.id).join(', ')}.`,
  })
}

function requirePreset(provider: Method, name: string, ownPresets: readonly PresetEntry[]): NamedPreset {
  const presets = listProviderPresets(provider, ownPresets)
  const { found, version: wanted } = matchPreset(presets, name)
  if (found.kind !== 'found')
    throw createNoSuchPresetProblem(provider, name, found.kind === 'none' ? presets : found.items)
  const { item: preset } = found
  const { id, label, isBuiltIn, versions } = preset
  const version =
    wanted === null ? pickNewestVersion(preset) : versions.find((known) => known.version === wanted)
  if (version === undefined) {
    throw new Problem({
      code: 'not-found',
      message: `The preset ${label} has no version ${wanted ?? ''}`,
      where: name,
      hint: `Its newest version is ${pickNewestVersion(preset).version}.`,
    })
  }
  return {
    settings: version.settings,
    presetId: isBuiltIn ? id : formatPresetReference(id, version.version),
    owner: isBuiltIn ? 'The settings' : `The settings of the preset ${label}, version ${version.version},`,
  }
}

function createNoSuchPresetProblem(
  { label }: Method,
  name: string,
  candidates: readonly PresetEntry[],
): Problem {
  const { id } = parsePresetReference(name)
  const ids = candidates.map((known) => known.id).join(', ')
  const isAmbiguous = candidates.some((known) => matchPreset([known], name).found.kind === 'found')
  return isAmbiguous
    ? new Problem({
        code: 'bad-input',
        message: `Several presets of ${label} fit "${id}"`,
        where: id,
        hint: `Name one of: ${ids}.`,
      })
    : new Problem({
        code: 'not-found',
        message: `${label} has no preset "${id}"`,
        where: id,
        hint: `Choose one of: ${ids}. Presets of your own are kept in the data folder and may have been removed.`,
      })
}
