import type { ResolvedMethod } from '../../../src/main/kernel/method.ts'
import { arms, findArm } from '../../../src/main/methods/arms.ts'
import { findMethod, methods } from '../../../src/main/methods/methods.ts'
import { mergeSettings } from '../../../src/shared/methods/merge-settings.ts'
import type { Settings } from '../../../src/shared/methods/provider-types.ts'
import type { Way } from './types.ts'

/** What runs commands, asks a vendor's server, or has happened already: none of it is the library's to do. */
const outside: Readonly<Record<string, string>> = {
  external: 'runs a program, which the library does not. Call that program yourself.',
  recorded: 'is what an agent did to its own task. Only `dewpoint condense` has the task.',
  vendor: 'is done by its vendor when it answers a request: set it there, as `dewpoint use` shows.',
}

/** Finds the method of a way. Throws `RangeError` where there is none such, with what there is. */
export function findWay({ preset, provider: name, settings: own }: Way): ResolvedMethod {
  if (preset === undefined && own === undefined && name === undefined)
    throw new RangeError('Pass `preset`, an arm as `dewpoint arms` lists them, or `settings`.')
  const arm = preset === undefined ? undefined : findArm(preset)
  if (preset !== undefined && arm === undefined)
    throw new RangeError(`There is no preset "${preset}". There are: ${listUsableArms().join(', ')}.`)
  const id = arm?.providerId ?? name ?? 'composed'
  const provider = findMethod(id)
  if (provider === undefined) {
    const known = methods.flatMap((one) => (one.id in outside ? [] : [one.id]))
    throw new RangeError(`There is no provider "${id}". There are: ${known.join(', ')}.`)
  }
  const reason = outside[provider.id]
  if (reason !== undefined) throw new RangeError(`${preset ?? provider.id} ${reason}`)
  const base = provider.presets.find((one) => one.id === arm?.presetId)?.settings ?? {}
  // Whether they are JSON is for the schema to say.
  const bound = provider.bind(mergeSettings(base, (own ?? {}) as Settings), findMethod)
  if (bound.ok && bound.issues.length === 0) return bound.resolved
  const issues = bound.issues.map(({ path, message }) => `${path.join('.') || 'settings'}: ${message}`)
  throw new RangeError(`The settings of ${provider.id} do not fit. ${issues.join('; ')}`)
}

function listUsableArms(): readonly string[] {
  return arms.flatMap((arm) => (arm.providerId in outside ? [] : [arm.id]))
}
