import type { ArmGroup, ArmInfo } from '../../shared/methods/arm-types.ts'
import type { Preset } from '../../shared/methods/provider-types.ts'
import type { Method } from '../kernel/method.ts'
import { composedMethod } from './agents/composed.ts'
import { findMethod } from './methods.ts'
import { losslessMethod } from './own/lossless/lossless.ts'
import { nativeMethod } from './own/native/native.ts'
import { slidingWindowMethod } from './own/sliding-window/sliding-window.ts'
import { smartMethod } from './own/smart/smart.ts'
import { truncationMethod } from './own/truncation/truncation.ts'
import { verbatimMethod } from './own/verbatim/verbatim.ts'
import { recordedMethod } from './recorded/recorded.ts'
import { vendorMethod } from './vendors/vendor.ts'

/** Providers whose presets are arms under the id of the provider and their own. */
const own = [losslessMethod, truncationMethod, verbatimMethod, slidingWindowMethod, smartMethod]

/** Presets that follow what a vendor's server does, and what a framework does for whoever builds an agent with it. */
const vendors: ReadonlySet<string> = new Set(['clear-tool-uses', 'clear-thinking'])
const frameworks: ReadonlySet<string> = new Set(['inspect-edit', 'inspect-trim'])

/** Every arm by its id: what the agent did, the ways of agents and vendors, then Dewpoint's own. */
export const arms: readonly ArmInfo[] = [
  { ...buildArmInfo(recordedMethod.id, recordedMethod, null), group: 'agent' },
  ...composedMethod.presets.map((preset) => buildArmInfo(preset.id, composedMethod, preset)),
  ...vendorMethod.presets.map((preset) => buildArmInfo(preset.id, vendorMethod, preset)),
  ...nativeMethod.presets.map((preset) => {
    const id = preset.origin === undefined ? `native-${preset.id}` : `roo-${preset.id}`
    return buildArmInfo(id, nativeMethod, preset)
  }),
  ...own.flatMap((provider) => [
    buildArmInfo(provider.id, provider, null),
    ...provider.presets.map((preset) => buildArmInfo(`${provider.id}-${preset.id}`, provider, preset)),
  ]),
]

/** The arm of an id, or undefined. */
export function findArm(id: string): ArmInfo | undefined {
  return arms.find((arm) => arm.id === id)
}

function buildArmInfo(id: string, provider: Method, preset: Preset | null): ArmInfo {
  const bound = provider.bind(preset?.settings ?? {}, findMethod)
  const isOwnLabel = provider === composedMethod || provider === vendorMethod || preset === null
  return {
    id,
    group: classifyArmGroup(provider, preset),
    label: isOwnLabel ? (preset?.label ?? provider.label) : `${provider.label}: ${preset.label}`,
    description: preset?.description ?? provider.description,
    providerId: provider.id,
    presetId: preset?.id ?? null,
    origin: preset?.origin ?? null,
    needsKey: provider === vendorMethod,
    hasOwnTrigger: bound.ok && bound.resolved.ownTrigger !== null,
  }
}

function classifyArmGroup(provider: Method, preset: Preset | null): ArmGroup {
  if (preset?.origin === undefined) return 'own'
  if (provider === vendorMethod || vendors.has(preset.id)) return 'vendor'
  return frameworks.has(preset.id) ? 'framework' : 'agent'
}
