import type { MethodChoice } from '../../shared/methods/method-choice-types.ts'
import type { ResolvedMethod } from '../kernel/method.ts'
import { findMethod } from './methods.ts'

/** A method with complete settings, as runs, experiments and jobs keep it. */
type KeptMethod = Pick<MethodChoice, 'providerId'> & { readonly settings: unknown }

/** What a kept method was; null where it is gone, or its settings no longer fit it. */
export function findKeptMethod({ providerId, settings }: KeptMethod): ResolvedMethod | null {
  const bound = findMethod(providerId)?.bind(settings, findMethod)
  return bound?.ok === true ? bound.resolved : null
}

/** The same for what cannot go on without it. Throws where it is gone, or its settings no longer fit it. */
export function restoreMethod(kept: KeptMethod): ResolvedMethod {
  const method = findMethod(kept.providerId)
  if (method === undefined) throw new Error(`There is no provider "${kept.providerId}".`)
  const bound = method.bind(kept.settings, findMethod)
  if (bound.ok) return bound.resolved
  const issues = bound.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Error(`The settings do not fit ${method.label}. ${issues.join('; ')}`)
}
