import type {
  LibraryState,
  LibraryStep,
  LibraryTrouble,
  StepTrouble,
} from '../../../../../shared/library/types.ts'
import type { LibraryEntry } from '../../../../platform/store/records.ts'
import { listTaskVersions } from '../entry-state.ts'
import type { BackgroundStep, TaskVersion } from './background-step.ts'

/** Steps that could not be done, each for one snapshot, with the reasons. They are not tried again by themselves. */
export type PassedOver = {
  readonly add: (step: LibraryStep, version: TaskVersion, reason: LibraryTrouble) => void
  readonly has: (step: LibraryStep, version: TaskVersion) => boolean
  readonly clear: () => void
  /** Those of the tasks as they are now. */
  readonly among: (
    entries: readonly LibraryEntry[],
    steps: readonly Pick<BackgroundStep, 'id'>[],
  ) => Pick<LibraryState, 'passedOver' | 'troubles'>
}

/** As many as a person reads. */
const mostTroubles = 20

/** None yet. */
export function createPassedOver(): PassedOver {
  const reasons = new Map<string, LibraryTrouble>()
  const listTroubles = (entry: LibraryEntry, step: LibraryStep): readonly StepTrouble[] =>
    listTaskVersions(entry).flatMap((version) => {
      const reason = reasons.get(buildStepKey(step, version))
      return reason === undefined ? [] : [{ ...reason, step, taskId: entry.id, title: entry.title }]
    })
  return {
    add: (step, version, reason) => void reasons.set(buildStepKey(step, version), reason),
    has: (step, version) => reasons.has(buildStepKey(step, version)),
    clear: () => reasons.clear(),
    among: (entries, steps) => {
      const looked = reasons.size === 0 ? [] : entries
      const troubles = looked.flatMap((entry) => steps.flatMap(({ id }) => listTroubles(entry, id)))
      const count = (step: LibraryStep): number => troubles.filter((one) => one.step === step).length
      return {
        passedOver: { index: count('index'), survey: count('survey'), measure: count('measure') },
        troubles: troubles.slice(0, mostTroubles),
      }
    },
  }
}

function buildStepKey(step: LibraryStep, { id, snapshotSha256 }: TaskVersion): string {
  return `${step} ${id} ${snapshotSha256}`
}
