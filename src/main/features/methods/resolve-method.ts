import type { Warning } from '../../../shared/condense/outcome-types.ts'
import { formatIssueSentence } from '../../../shared/kernel/describe-issue.ts'
import { mergeSettings } from '../../../shared/methods/merge-settings.ts'
import type { MethodChoice } from '../../../shared/methods/method-choice-types.ts'
import { pickNewestVersion, type PresetEntry } from '../../../shared/methods/preset-entry-types.ts'
import {
  parsePresetReference,
  formatPresetReference,
} from '../../../shared/methods/preset-reference-types.ts'
import type { Settings } from '../../../shared/methods/provider-types.ts'
import type { ReplayPolicyEntry } from '../../../shared/replay/replay-policy-types.ts'
import type { Method, ResolvedMethod } from '../../kernel/method.ts'
import { findMethod, methods } from '../../methods/methods.ts'
import { Problem } from '../common/problem.ts'
import { buildSettingsNotes } from './build-settings-notes.ts'
import { matchPreset } from './find-preset.ts'
import { listProviderPresets } from './list-provider-presets.ts'
import { readSettings, type ReadSettings } from './read-settings.ts'
import { requireArm } from './require-arm.ts'

/**
 * What a request names: an arm, or a method with a preset, which may stand as `provider:preset`. Settings may have the
 * names of the reference documents.
 */
export type NamedMethod = {
  readonly arm?: string | undefined
  readonly providerId?: string | undefined
  readonly presetId?: string | undefined
  readonly settings?: Settings | undefined
}

/** The method that a choice means, and what was said besides. */
export type MethodResolution = {
  readonly method: ResolvedMethod
  /** As a run keeps it, one of the user's with its version; null where the defaults were meant. */
  readonly presetId: string | null
  /** What the settings say of the run, not of the method. */
  readonly run: ReadSettings['run']
  readonly names: ReadSettings['names']
  /** That a method was taken which nobody named. */
  readonly notes: readonly Warning[]
}

type ResolveOptions = {
  /** The user's. */
  readonly ownPresets?: readonly PresetEntry[]
  /** What is taken where neither a method nor a preset of one is named. */
  readonly defaultProvider?: string
}

/** From what somebody names to what runs. Throws a `Problem` where nothing fits. */
export function resolveMethod(named: NamedMethod, options: ResolveOptions = {}): MethodResolution {
  const { ownPresets = [] } = options
  const { providerId, presetId, notes } = chooseMethod(findArmChoice(named), options)
  const method = requireMethod(providerId)
  const read = named.settings === undefined ? null : readSettings(providerId, named.settings)
  const preset = presetId === undefined ? null : requirePreset(method, presetId, ownPresets)
  const settings = mergeSettings(preset?.settings ?? {}, read?.settings ?? {})
  return {
    method: bindSettings(method, settings, preset?.owner),
    presetId: preset?.presetId ?? null,
    run: read?.run ?? {},
    names: read?.names ?? [],
    notes,
  }
}

/** A method as files of experiments and policies name it. */
export type WrittenMethod = Pick<ReplayPolicyEntry, 'arm' | 'provider' | 'preset' | 'settings' | 'profile'>

/** The method that a file names, and the profile that it or its settings name. Throws a `Problem` where nothing fits. */
export function resolveWrittenMethod(
  { arm, provider, preset, settings, profile }: WrittenMethod,
  ownPresets: readonly PresetEntry[],
): MethodResolution & { readonly profileId: string | undefined } {
  const named = arm === undefined ? { providerId: provider ?? '', presetId: preset } : { arm }
  const found = resolveMethod({ ...named, settings }, { ownPresets })
  const isTaken = profile === undefined && found.run.profileId !== undefined
  return {
    ...found,
    profileId: profile ?? found.run.profileId,
    notes: buildSettingsNotes(found.names, new Set(isTaken ? ['profileId'] : [])),
  }
}

/** A method with other settings in the place of some of its own. Throws a `Problem` where they do not fit. */
export function overrideSettings({ method, settings }: ResolvedMethod, over: Settings): ResolvedMethod {
  return bindSettings(method, { ...settings, ...over })
}

/** The method of an id; a problem that names the others where there is none. */
export function requireMethod(id: string): Method {
  const method = findMethod(id)
  if (method !== undefined) return method
  throw new Problem({
    code: 'bad-input',
    message: `There is no provider "${id}"`,
    where: id,
    hint: `Choose one of: ${methods.map((known) => known.id).join(', ')}.`,
  })
}

function bindSettings(method: Method, settings: Settings, owner = 'The settings'): ResolvedMethod {
  const bound = method.bind(settings, findMethod)
  if (bound.ok && bound.issues.length === 0) return bound.resolved
  const [first, ...others] = bound.issues
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  throw new Problem({
    code: 'bad-input',
    message: `${owner} do not fit ${method.label}: ${first === undefined ? 'they are no object' : formatIssueSentence(first, 'The file')}${more}`,
    where: first?.path.join('.') ?? '',
    hint: `\`dewpoint providers --json\` gives the schema of all settings.`,
  })
}

/** An arm as the method and the preset that it stands for. */
function findArmChoice({ arm: id, providerId, presetId }: NamedMethod): NamedMethod {
  if (id === undefined) return { providerId, presetId }
  const arm = requireArm(id)
  if (providerId === undefined && presetId === undefined)
    return { providerId: arm.providerId, presetId: arm.presetId ?? undefined }
  throw new Problem({
    code: 'bad-input',
    message: 'An arm says which provider and which preset run',
    where: 'arm',
    hint: 'Leave the provider and the preset out, or the arm.',
  })
}

type ChosenMethod = Omit<MethodChoice, 'settings'> & { readonly notes: readonly Warning[] }

/**
 * The method that a request names or its preset belongs to; else that of the policy, with a note. Throws a `Problem`
 * where several methods have such a preset, or the policy's method is gone.
 */
function chooseMethod(
  { providerId, presetId: text }: NamedMethod,
  { defaultProvider = '', ownPresets = [] }: ResolveOptions,
): ChosenMethod {
  const [, before, after] = /^([^:]*):(.*)$/s.exec(text ?? '') ?? []
  if (providerId !== undefined)
    return { providerId, presetId: before === providerId ? after : text, notes: [] }
  if (before !== undefined) return { providerId: before, presetId: after, notes: [] }
  const usual = findMethod(defaultProvider)
  if (usual === undefined)
    throw new Problem({
      code: 'bad-input',
      message: `The default provider of the policy, "${defaultProvider}", is not there`,
      where: defaultProvider,
      hint: 'Name a provider, or set another default: `dewpoint policy --set provider=native`.',
    })
  if (text !== undefined && matchPreset(listProviderPresets(usual, ownPresets), text).found.kind === 'none')
    return chooseByPreset(text, ownPresets)
  const message = `No provider was named: ${usual.id}, the default of the policy, was taken.`
  return { providerId: usual.id, presetId: text, notes: [{ code: 'default-provider', message }] }
}

function chooseByPreset(presetId: string, ownPresets: readonly PresetEntry[]): ChosenMethod {
  const all = methods.flatMap((method) => listProviderPresets(method, ownPresets))
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

type NamedPreset = { readonly settings: Settings; readonly presetId: string; readonly owner: string }

function requirePreset(method: Method, name: string, ownPresets: readonly PresetEntry[]): NamedPreset {
  const presets = listProviderPresets(method, ownPresets)
  const { found, version: wanted } = matchPreset(presets, name)
  if (found.kind !== 'found')
    throw createNoSuchPresetProblem(method, name, found.kind === 'none' ? presets : found.items)
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
