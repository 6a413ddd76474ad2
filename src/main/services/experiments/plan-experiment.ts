import type { Cut, ExperimentFile, Variant } from '../../../shared/domain/experiment-file.ts'
import type {
  ExperimentPlan,
  PlannedCheckpoint,
  PlannedVariant,
  PlanNote,
} from '../../../shared/domain/experiment.ts'
import { extractiveProfileId } from '../../../shared/domain/model-profile.ts'
import type { PresetEntry } from '../../../shared/domain/preset-entry.ts'
import { settingsSchema } from '../../../shared/domain/provider.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { findProvider } from '../../engine/registry.ts'
import type { StoredTask } from '../../store/records.ts'
import { refusedKey } from '../replays/refused-key.ts'
import { resolveSettings } from '../presets/resolve-settings.ts'
import type { CoreServices } from '../core-services.ts'
import { taskSource } from '../sources.ts'
import { stepRequest } from '../presets/step-request.ts'
import { findExperimentTasks } from './find-experiment-tasks.ts'
import { chosenMetrics } from './experiment-metrics.ts'
import { createFaultCollector, PlanFault, type FaultCollector } from './plan-fault.ts'
import { resolveVariantPrompt } from './resolve-variant-prompt.ts'
import { Problem } from '../problem.ts'
import { versionOf } from '../runs/prepare-run.ts'
import { workspaceOf } from './workspace-of.ts'
import { secondSampleId } from '../../experiments/second-sample.ts'
import { requireProfile } from '../require-stored.ts'

type ProfileServices = Pick<CoreServices, 'store' | 'models'>

/** A model that a variant asks. */
type VariantModel = {
  readonly profileId: string
  readonly label: string
  /** False for the built-in summariser, which works in the thread of the run. */
  readonly isRemote: boolean
  /** Whether it may answer the same question in two ways. */
  readonly varies: boolean
}

export type PlanServices = Pick<
  CoreServices,
  'store' | 'library' | 'reader' | 'engine' | 'access' | 'models' | 'arms' | 'now'
>

/** What an experiment is to do, and the stored tasks that it does it on. */
export type PlannedExperiment = {
  readonly plan: ExperimentPlan
  readonly sources: readonly { readonly snapshotSha256: string; readonly sourceBlob: string }[]
}

/**
 * From a file to everything that the experiment does. Throws a `PlanFault` for what can be mended in the file, a
 * `Problem` for the rest.
 */
export async function planExperiment(
  services: PlanServices,
  file: ExperimentFile,
  basePath: string | undefined,
): Promise<PlannedExperiment> {
  const ownPresets = await services.store.presets.list()
  const faults = createFaultCollector()
  const varied: VariedVariant[] = []
  const read: PlanNote[] = []
  for (const [index, variant] of file.variants.entries()) {
    const { repeats } = file
    const at = ['variants', index]
    const context = { services, ownPresets, basePath, repeats, faults, notes: read, at }
    const planned = await planVariant(variant, context)
    if (planned !== null) varied.push(planned)
  }
  const baselineId = file.baseline ?? varied[0]?.variant.id ?? ''
  const metrics = chosenMetrics(file.metrics)
  if (metrics.some(({ needsModel, group }) => needsModel && group !== 'likelihood'))
    await faults.try(['judge'], () => requireJudge(services, file.judge))
  if (metrics.some(({ group }) => group === 'likelihood'))
    await faults.try(['likelihood'], () => requireLikelihood(services, file.likelihood))
  const found = await faults.try(['tasks'], () => findExperimentTasks(services, file.tasks, basePath))
  faults.end()
  const { tasks, notes } = found ?? { tasks: [], notes: [] }
  const cut = await cutTasks(services, file, tasks)
  if (cut.checkpoints.length === 0) {
    const why = [...notes, ...cut.notes].map(({ where, message }) => `${where}: ${message}`).join(' ')
    throw new PlanFault([
      { path: ['tasks'], message: `No task can be cut where the checkpoints say. ${why}` },
    ])
  }
  const used = new Set(cut.checkpoints.map(({ snapshotSha256 }) => snapshotSha256))
  return {
    plan: {
      file,
      baselineId,
      variants: [
        ...varied.map(({ variant }) => variant),
        ...varied
          .filter(({ variant }) => file.aa === true && variant.id === baselineId)
          .map((baseline) => secondSample(baseline)),
      ],
      checkpoints: cut.checkpoints,
      metrics,
      notes: [...read, ...notes, ...cut.notes],
    },
    sources: tasks.filter(({ snapshotSha256 }) => used.has(snapshotSha256)),
  }
}

/** The baseline once more, with answers of its own. */
function secondSample({ variant, varies }: VariedVariant): PlannedVariant {
  const { id, label } = variant
  const again = { of: id, isRepeatable: !varies }
  return { ...variant, id: secondSampleId(id), label: `${label}, again`, again }
}

/** A variant, and whether it may give one result now and another one later. */
type VariedVariant = { readonly variant: PlannedVariant; readonly varies: boolean }

type VariantContext = {
  readonly services: PlanServices
  readonly ownPresets: readonly PresetEntry[]
  readonly basePath: string | undefined
  readonly repeats: number
  readonly faults: FaultCollector
  /** Takes what is said of variants. */
  readonly notes: PlanNote[]
  /** Where the variant stands in the file. */
  readonly at: readonly (string | number)[]
}

/** Null where it has a fault; all of them are noted. */
async function planVariant(variant: Variant, context: VariantContext): Promise<VariedVariant | null> {
  const { services, basePath, repeats, faults, at } = context
  const step = await faults.try([...at, refusedKey(variant)], async () => stepRequest(variant))
  if (step === null) return null
  const { request, profileId = extractiveProfileId, notes: read } = step
  context.notes.push(...read.map(({ message }) => ({ where: variant.id, message })))
  const chosen = await faults.try([...at, refusedKey(variant)], async () =>
    resolveSettings(request, context.ownPresets),
  )
  if (chosen === null) return null
  const { provider, settings, presetId } = chosen
  const { usesModel } = provider.capabilities
  const prompt =
    variant.prompt === undefined
      ? { settings: {}, reference: null }
      : await faults.try([...at, 'prompt'], () =>
          resolveVariantPrompt(services, variant.prompt ?? '', provider, basePath),
        )
  const own = usesModel
    ? await faults.try([...at, 'profile'], () => requireVariantModel(services, profileId))
    : null
  if (prompt === null || (usesModel && own === null)) return null
  const whole = { ...settings, ...prompt.settings }
  const bound = provider.bind(whole)
  const named = bound.ok ? bound.bound.profiles(findProvider) : []
  const varies =
    own?.varies === true || (usesModel && named.some((profileId) => profileId !== extractiveProfileId))
  const planned = {
    id: variant.id,
    label: variant.label ?? variant.id,
    providerId: provider.id,
    providerVersion: await versionOf(services.arms, { provider, settings: settingsSchema.parse(whole) }),
    presetId,
    settings: settingsSchema.parse(whole),
    targetTokens: variant.target ?? null,
    prompt: prompt.reference,
    model: own === null ? null : { profileId: own.profileId, label: own.label, isRemote: own.isRemote },
    pinConstraints: variant.pinConstraints ?? false,
    repeats: varies ? repeats : 1,
  }
  return { variant: planned, varies }
}

async function cutTasks(
  services: PlanServices,
  { checkpoints: { at, window, threshold } }: ExperimentFile,
  tasks: readonly StoredTask[],
): Promise<{ readonly checkpoints: PlannedCheckpoint[]; readonly notes: PlanNote[] }> {
  const checkpoints: PlannedCheckpoint[] = []
  const notes: PlanNote[] = []
  for (const task of tasks) {
    const outputs = await services.engine.run('cutTask', {
      source: await taskSource(services.store, task),
      usage: task.meta.usage,
      cuts: at,
      windowTokens: window,
      thresholdPercent: threshold,
    })
    const places = outputs.flatMap(({ place }) => place ?? [])
    // Two cuts that are moved to one place are one checkpoint.
    for (const place of new Map(places.map((one) => [one.index, one])).values()) {
      checkpoints.push({
        id: `${task.id}@${place.index}`,
        taskId: task.id,
        taskTitle: task.title,
        snapshotSha256: task.snapshotSha256,
        ...place,
        workspace: workspaceOf(task),
        outcome: task.meta.outcome ?? null,
      })
    }
    const reasons = new Set(outputs.flatMap(({ cut, place }) => (place === null ? [reasonOf(cut)] : [])))
    const where = task.title === '' ? task.id : task.title
    notes.push(...[...reasons].map((message) => ({ where, message })), ...damageOf(task, where))
  }
  return { checkpoints, notes }
}

/** What could not be read of a task that is used all the same. */
function damageOf({ meta: { problems } }: StoredTask, where: string): PlanNote[] {
  const [first] = problems
  if (first === undefined) return []
  const place = [first.file, first.place].filter((part) => part !== '').join(', ')
  const more = problems.length === 1 ? '' : ` And ${countOf(problems.length - 1, 'problem')} more.`
  return [
    { where, message: `It was read with a problem: ${first.reason.replace(/\.$/, '')} (${place}).${more}` },
  ]
}

function reasonOf(cut: Cut): string {
  if (cut === 'recorded') return 'It has no recorded condensation to cut at, or too little before it.'
  if (cut === 'trigger') return 'It never fills the window so far that the trigger would fire.'
  return 'It is too short to be cut: nothing would be left on one side.'
}

/** The profile of a variant. A problem where it could not be asked: every cell would fail for the same reason. */
async function requireVariantModel(services: ProfileServices, profileId: string): Promise<VariantModel> {
  if (profileId === extractiveProfileId)
    return { profileId, label: 'Extractive (built in)', isRemote: false, varies: false }
  const profile = await requireProfile(services.store, profileId)
  const { obstacle } = await services.models.describe(profile)
  if (obstacle !== '') throw unusable(profileId, obstacle)
  if (profile.vendor === 'gguf')
    throw unusable(profileId, 'A GGUF file gives likelihoods and writes nothing: name it under `likelihood`.')
  return { profileId, label: profile.name, isRemote: true, varies: profile.vendor !== 'recorded' }
}

/** The profile of the judge. A problem where metrics ask a model and none is named, or it could not be asked. */
async function requireJudge(
  services: ProfileServices,
  judge: ExperimentFile['judge'],
): Promise<VariantModel> {
  if (judge === undefined || judge.profile === extractiveProfileId) {
    throw new Problem({
      code: 'bad-input',
      message: 'Some of the metrics ask a model, and the experiment names none that could answer',
      where: '',
      hint: 'Add `judge: { profile: <id of a profile> }`, or leave the groups probes, judge, next-action and resume out.',
    })
  }
  return requireVariantModel(services, judge.profile)
}

/** The profile that scores. A problem where none is named, or it could not be asked, or never gives likelihoods. */
async function requireLikelihood(
  services: ProfileServices,
  likelihood: ExperimentFile['likelihood'],
): Promise<void> {
  if (likelihood === undefined || likelihood.profile === extractiveProfileId) {
    throw new Problem({
      code: 'bad-input',
      message:
        'The likelihood of the next actions is asked for, and the experiment names no model that scores',
      where: '',
      hint: 'Add `likelihood: { profile: <id of a profile> }`, or leave the group likelihood out.',
    })
  }
  const profile = await requireProfile(services.store, likelihood.profile)
  const obstacle = await services.models.scoringObstacle(profile)
  if (obstacle !== '') throw unusable(profile.id, obstacle)
  if (profile.vendor === 'anthropic' || profile.vendor === 'openai')
    throw unusable(
      profile.id,
      'It gives no log-probabilities of a prompt: take a vLLM server, or a GGUF file.',
    )
}

function unusable(profileId: string, obstacle: string): Problem {
  return new Problem({
    code: 'bad-input',
    message: `The profile ${profileId} cannot be used`,
    where: profileId,
    hint: obstacle,
  })
}
