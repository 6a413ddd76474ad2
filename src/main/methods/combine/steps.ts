import { z } from 'zod'
import { settingsSchema, type Settings } from '../../../shared/methods/provider-types.ts'
import type { Method, FindMethod, SettingIssue } from '../../kernel/method.ts'

/** A provider as a strategy names it: the settings of a preset or the defaults, under those of its own. */
export const stepSchema = z.strictObject({
  providerId: z.string().min(1).meta({ title: 'Provider' }),
  presetId: z.string().min(1).optional().meta({ title: 'Preset' }),
  settings: settingsSchema.optional().meta({ title: 'Settings' }),
})
export type Step = z.infer<typeof stepSchema>

/** The provider of a step with its settings, or why there is none. */
export function resolveStep(
  { providerId, presetId, settings = {} }: Step,
  find: FindMethod,
):
  | { readonly ok: true; readonly provider: Method; readonly settings: Settings }
  | { readonly ok: false; readonly message: string } {
  const provider = find(providerId)
  if (provider === undefined) return { ok: false, message: `There is no provider "${providerId}".` }
  if (presetId === undefined) return { ok: true, provider, settings }
  const preset = provider.presets.find(({ id }) => id === presetId)
  if (preset === undefined) return { ok: false, message: `${provider.label} has no preset "${presetId}".` }
  return { ok: true, provider, settings: { ...preset.settings, ...settings } }
}

/** Profiles that the settings of steps name. */
export function listStepProfiles(steps: readonly Step[], find: FindMethod): readonly string[] {
  return steps.flatMap((step) => {
    const resolved = resolveStep(step, find)
    const bound = resolved.ok ? resolved.provider.bind(resolved.settings) : undefined
    return bound?.ok === true ? bound.bound.profiles(find) : []
  })
}

/** What is wrong with a step that stands at a place of some settings: its provider, its preset, its own settings. */
export function findStepIssues(
  step: Step,
  place: readonly (string | number)[],
  find: FindMethod,
): readonly SettingIssue[] {
  const resolved = resolveStep(step, find)
  if (!resolved.ok) {
    const field = find(step.providerId) === undefined ? 'providerId' : 'presetId'
    return [{ path: [...place, field], message: resolved.message.replace(/\.$/, '') }]
  }
  const bound = resolved.provider.bind(resolved.settings, find)
  if (bound.ok) return []
  return bound.issues.map(({ path, message }) => ({ path: [...place, 'settings', ...path], message }))
}
