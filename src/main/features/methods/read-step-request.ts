import type { Warning } from '../../../shared/condense/outcome-types.ts'
import type { ReplayPolicyEntry } from '../../../shared/replay/replay-policy-types.ts'
import type { RunField } from '../../methods/reference-names/names.ts'
import { buildSettingsNotes } from './build-settings-notes.ts'
import { readSettings } from './read-settings.ts'
import { requireArm } from './require-arm.ts'
import type { ProviderRequest } from './resolve-settings.ts'

/** A provider as a file names it. */
export type NamedStep = Pick<ReplayPolicyEntry, 'provider' | 'preset' | 'settings'> & {
  readonly profile?: string | undefined
  /** An arm by its id, in the place of provider and preset. */
  readonly arm?: string | undefined
}

/** What a step of a file asks of a run, with settings of the reference documents read as the ones here. */
export type StepRequest = {
  readonly request: ProviderRequest
  /** The profile that the step or its settings name. */
  readonly profileId: string | undefined
  readonly notes: readonly Warning[]
}

/** Reads a step of a file. Throws a `Problem` where a value of its settings does not fit the name that it has. */
export function readStepRequest(step: NamedStep): StepRequest {
  const { settings, profile } = step
  const { provider = '', preset } = step.arm === undefined ? step : findArmPreset(step.arm)
  const presetPart = preset === undefined ? {} : { presetId: preset }
  if (settings === undefined)
    return { request: { providerId: provider, ...presetPart }, profileId: profile, notes: [] }
  const { settings: own, run, names } = readSettings(provider, settings)
  const named = profile === undefined && typeof run.profileId === 'string' ? run.profileId : undefined
  const used = new Set<RunField>(named === undefined ? [] : ['profileId'])
  return {
    request: { providerId: provider, ...presetPart, settings: own },
    profileId: profile ?? named,
    notes: buildSettingsNotes(names, used),
  }
}

function findArmPreset(id: string): Pick<NamedStep, 'provider' | 'preset'> {
  const { providerId, presetId } = requireArm(id)
  return { provider: providerId, preset: presetId ?? undefined }
}
