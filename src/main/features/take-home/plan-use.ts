import { usualTrigger } from '../../../shared/installation/policy-types.ts'
import type { SettingsFile, UsePlan, UseTargetInfo } from '../../../shared/take-home/use-plan-types.ts'
import { settingsFileWords } from '../../../shared/take-home/use-words.ts'
import type { UseRequest } from '../../../shared/take-home/uses-contract.ts'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import { readSettingsText } from '../../platform/files/settings-files.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { nameNearest } from '../experiments/compute/name-nearest.ts'
import { refusePlace } from '../library/refuse-place.ts'
import { requireArm } from '../methods/require-arm.ts'
import { resolveMethod } from '../methods/resolve-method.ts'
import { buildMachine } from '../team/build-machine.ts'
import { findUsualPath } from './read-set-size.ts'
import { listChangedSettings } from './settings/list-changed-settings.ts'
import { changeSettings, formatSettingsDiff } from './settings/settings-text/format-settings.ts'
import { SettingsTextFailure } from './settings/settings-text/settings-change.ts'
import { isNoForm, type Chosen, type UseForm } from './settings/use-target.ts'
import { useTargets } from './settings/use-targets.ts'

/** A plan with what would be written, and what is there; null where nothing can be written. */
export type PlannedUse = Readonly<{
  plan: UsePlan
  change: Readonly<{ path: string; before: string | null; after: string }> | null
}>

/**
 * Puts an arm into the form of a target, and writes nothing. Throws a `Problem` where there is no such arm, target or form,
 * where the file of settings cannot be read, and where a page names one.
 */
export async function planUse(services: CoreServices, request: UseRequest): Promise<PlannedUse> {
  refusePlace(services.info.door, request.file, 'use --file')
  const target = requireTarget(request.target)
  const chosen = choose(request)
  const form = target.buildForm(chosen)
  if (isNoForm(form))
    throw new Problem({ code: 'bad-input', message: form.reason, where: target.id, hint: form.hint })
  if (form.settings === undefined && request.file !== undefined)
    throw createNoFileProblem(target.label, request.file)
  const found =
    form.settings === undefined ? null : await planSettingsChange(services, form.settings, request.file)
  const plan: UsePlan = {
    target: { id: target.id, label: target.label, kind: target.kind },
    arm: chosen.arm.id,
    armLabel: chosen.arm.label,
    at: form.at,
    language: form.language,
    text: form.text,
    place: form.place,
    file: found?.file ?? null,
    packages: [...(form.packages ?? [])],
    notes: [...form.notes],
  }
  return { plan, change: found?.change ?? null }
}

/** Where an arm can be used at some size; every target where no arm is named. Throws a `Problem` for an unknown arm. */
export function listUseTargets(arm: string | undefined): readonly UseTargetInfo[] {
  const at = { tokens: usualTrigger.windowTokens / 2, windowTokens: usualTrigger.windowTokens }
  const chosen = arm === undefined ? null : choose({ arm, target: '', at })
  return useTargets
    .filter(({ buildForm }) => chosen === null || !isNoForm(buildForm(chosen)))
    .map(({ id, label, kind }) => ({ id, label, kind }))
}

function choose({ arm: id, settings: over, at }: UseRequest): Chosen {
  const arm = requireArm(id)
  const usual = resolveMethod({ arm: id }).method.settings
  const { settings } = resolveMethod({ arm: id, settings: over }).method
  if (at !== undefined && at.tokens > at.windowTokens) throw createBeyondWindowProblem(at)
  return { arm, settings, changed: listChangedSettings(settings, usual), at: at ?? null }
}

/** A target by its id, or by the beginning that no other one has: `roo` is `roo-code`. */
function requireTarget(id: string): (typeof useTargets)[number] {
  const target = useTargets.find((one) => one.id === id)
  if (target !== undefined) return target
  const [begun, ...more] = useTargets.filter((one) => one.id.startsWith(`${id}-`))
  if (begun !== undefined && more.length === 0) return begun
  const ids = useTargets.map((one) => one.id)
  throw new Problem({
    code: 'bad-input',
    message: `There is nothing called "${id}" to use an arm in${nameNearest(id, ids)}`,
    where: id,
    hint: `Choose one of: ${ids.join(', ')}.`,
  })
}

type Found = Readonly<{ file: SettingsFile; change: NonNullable<PlannedUse['change']> }>

async function planSettingsChange(
  services: CoreServices,
  { file, changes }: NonNullable<UseForm['settings']>,
  named: string | undefined,
): Promise<Found> {
  const path = named ?? (await findUsualPath(file, buildMachine(services)))
  await services.guard.check(path)
  const before = await readSettingsText(path)
  try {
    const after = changeSettings(before ?? '', file.format, changes)
    const diff = formatSettingsDiff(path, before, after)
    return {
      file: { path, isThere: before !== null, diff, sha256: before === null ? null : computeSha256(before) },
      change: { path, before, after },
    }
  } catch (error) {
    if (!(error instanceof SettingsTextFailure)) throw error
    const where = error.line === null ? path : `${path}:${error.line}`
    throw new Problem({ code: 'unreadable', ...settingsFileWords.broken(error.message), where, cause: error })
  }
}

function createNoFileProblem(label: string, file: string): Problem {
  return new Problem({ code: 'bad-input', ...settingsFileWords.noFile(label), where: file })
}

function createBeyondWindowProblem({ tokens, windowTokens }: NonNullable<UseRequest['at']>): Problem {
  return new Problem({
    code: 'bad-input',
    ...settingsFileWords.beyondWindow(tokens, windowTokens),
    where: 'at',
  })
}
