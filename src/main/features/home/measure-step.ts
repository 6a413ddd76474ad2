import { setTimeout as sleep } from 'node:timers/promises'
import type { Cut } from '../../../shared/experiments/experiment-file-types.ts'
import type { MeasuredTask } from '../../../shared/home/answer-types.ts'
import { defaultPace, paceKey, paceSchema, type Pace } from '../../../shared/library/pace-types.ts'
import { packJson } from '../../platform/workers/compression.ts'
import type { CoreServices } from '../common/core-services.ts'
import type { VariantServices } from '../experiments/plan-variants.ts'
import { findDoneTasks, type BackgroundStep, StepPutOff } from '../library/follow/steps/background-step.ts'
import { measureHappened } from './measure-happened.ts'
import { measureTask, type MeasureServices, type Measuring } from './measure-task.ts'
import { planArms, type StandingPlan } from './standing-arms.ts'

export type StandingServices = MeasureServices & VariantServices & Pick<CoreServices, 'info'>

/** So many of the newest tasks are measured before the others are read: first figures are there in seconds. */
const newestFirst = 8

/** Tasks that are measured without a rest: before that there are no figures to look at. */
const unrested = 3

/**
 * Condenses tasks by every arm that asks no model, for Home; in the background as fast as somebody allows, and at once
 * where somebody waits for it (`asked`), at the cuts that are named.
 */
export function createMeasureStep(
  services: StandingServices,
  asked?: { readonly cuts: readonly Cut[] | undefined },
): BackgroundStep {
  const { store } = services
  let plan: Promise<StandingPlan> | undefined
  let measured = 0
  // Presets of a person are no arms: what the arms are changes with Dewpoint alone.
  const ensurePlan = (): Promise<StandingPlan> => (plan ??= planArms(services, asked))
  return {
    id: 'measure',
    newestFirst,
    restsItself: true,
    isPaused: async () => asked === undefined && (await readPace(store)) === 0,
    doneAmong: async (tasks) => {
      const done = findDoneTasks(tasks, await store.measuredArms.snapshots((await ensurePlan()).armsSha256))
      measured = done.size
      return done
    },
    run: async ({ id }, signal) => {
      const task = await store.tasks.get(id)
      if (task === null) return
      const standing = await ensurePlan()
      const onArm: Measuring['onArm'] = async ({ tookMs }) => {
        if (asked !== undefined) return
        // A pause begins after the arm that is worked on: the rest of a long task may take minutes.
        const share = await readPace(store)
        if (share === 0) throw new StepPutOff()
        if (measured < unrested) return
        await sleep(tookMs * (100 / share - 1), undefined, { signal })
      }
      const happened = await measureHappened(services, task, signal)
      const arms = await measureTask(services, task, { plan: standing, signal, onArm })
      await keep(store, task, standing, { ...arms, happened })
      measured += 1
    },
    forget: (taskId) => store.measuredArms.remove(taskId),
  }
}

/** Keeps what happened in a task, and what every arm did to it. */
async function keep(
  store: Pick<CoreServices['store'], 'measuredArms'>,
  { id, snapshotSha256 }: { readonly id: string; readonly snapshotSha256: string },
  { armsSha256 }: StandingPlan,
  measured: MeasuredTask,
): Promise<void> {
  const body = packJson(measured).bytes
  await store.measuredArms.put({ taskId: id, snapshotSha256, armsSha256, body })
}

/** How fast somebody lets tasks be measured. */
export async function readPace({ preferences }: Pick<CoreServices['store'], 'preferences'>): Promise<Pace> {
  return paceSchema.catch(defaultPace).parse((await preferences.all())[paceKey])
}
