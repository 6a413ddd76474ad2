import { findArm } from '../../methods/arms.ts'
import { findMethod } from '../../methods/methods.ts'
import type { WrittenMethod } from '../methods/resolve-method.ts'

/** Which key of a step a refusal of its provider is about. */
export function findRefusedKey({ arm, provider = '', preset, settings }: WrittenMethod): string {
  if (arm !== undefined) return findArm(arm) === undefined || settings === undefined ? 'arm' : 'settings'
  const known = findMethod(provider)
  if (known === undefined) return 'provider'
  const isBuiltIn = preset === undefined || known.presets.some(({ id }) => id === preset)
  if (settings !== undefined && isBuiltIn) return 'settings'
  return preset === undefined ? 'provider' : 'preset'
}
