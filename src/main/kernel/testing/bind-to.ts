import { findMethod } from '../../methods/methods.ts'
import type { Method, ResolvedMethod } from '../method.ts'

/** A method with settings, the defaults where none are given. Throws where they do not fit. */
export function bindTo(method: Method, settings: unknown = {}): ResolvedMethod {
  const bound = method.bind(settings, findMethod)
  if (bound.ok) return bound.resolved
  throw new Error(bound.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('. '))
}
