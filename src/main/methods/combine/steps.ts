import type { MethodChoice } from '../../../shared/methods/method-choice-types.ts'
import type { FindMethod, Method, SettingIssue } from '../../kernel/method.ts'

/** The method of a step, ready to run, or what is wrong with the step and where. */
export function resolveStep(
  { providerId, presetId, settings = {} }: MethodChoice,
  find: FindMethod,
): ReturnType<Method['bind']> {
  const refuse = (field: string, message: string): ReturnType<Method['bind']> => ({
    ok: false,
    issues: [{ path: [field], message }],
  })
  const method = find(providerId)
  if (method === undefined) return refuse('providerId', `There is no provider "${providerId}"`)
  const preset = method.presets.find(({ id }) => id === presetId)
  if (presetId !== undefined && preset === undefined)
    return refuse('presetId', `${method.label} has no preset "${presetId}"`)
  const bound = method.bind({ ...preset?.settings, ...settings }, find)
  return {
    ...bound,
    issues: bound.issues.map(({ path, message }) => ({ path: ['settings', ...path], message })),
  }
}

/** Profiles that the settings of steps name. */
export function listStepProfiles(steps: readonly MethodChoice[], find: FindMethod): readonly string[] {
  return steps.flatMap((step) => {
    const bound = resolveStep(step, find)
    return bound.ok ? bound.resolved.profiles : []
  })
}

/** What is wrong with a step that stands at a place of some settings: its method, its preset, its own settings. */
export function findStepIssues(
  step: MethodChoice,
  place: readonly (string | number)[],
  find: FindMethod,
): readonly SettingIssue[] {
  const { issues } = resolveStep(step, find)
  return issues.map(({ path, message }) => ({ path: [...place, ...path], message }))
}
