import type { Autopsied } from '../../../shared/condensations/autopsy-types.ts'
import type { KeepingMethod, KeptByMethods } from '../../../shared/condensations/kept-by-methods-types.ts'
import type { ComparedArm } from '../../../shared/home/answer-types.ts'
import { recordedMethodId } from '../../../shared/methods/method-choice-types.ts'
import { changeOfBill } from '../../measure/metrics/change-of-bill.ts'
import { validity } from '../../measure/metrics/validity.ts'
import type { StoredBlob } from '../../platform/store/records.ts'
import { Problem } from '../common/problem.ts'
import { requireTask } from '../common/require-stored.ts'
import { compareTask, type CompareServices } from '../condense/compare-task.ts'
import { loadTaskRecord } from '../library/sources.ts'
import { readAutopsy } from './read-autopsy.ts'

type Watching = {
  readonly signal: AbortSignal
  readonly onMethod: (done: number, total: number) => void
}

/**
 * What every method that needs no key would have kept of what a recorded condensation left out and was needed, at the very
 * cut. The page of the condensation and `dewpoint autopsy --methods` ask for it.
 */
export async function keepByMethods(
  services: CompareServices,
  { taskId, n }: { readonly taskId: string; readonly n: number },
  { signal, onMethod }: Watching,
): Promise<KeptByMethods> {
  const { store, engine } = services
  const task = await requireTask(store, taskId)
  const record = await loadTaskRecord(store, taskId)
  const { condensations } = await readAutopsy(services, task, signal)
  const { cut, missing } = requireCondensation(condensations, { taskId, n })
  const results = new Map<string, StoredBlob | null>()
  const { arms } = await compareTask(
    services,
    task,
    { at: cut, metrics: [changeOfBill.id, validity.id] },
    {
      signal,
      onArm: async ({ armId, result, done, total }) => {
        results.set(armId, result)
        onMethod(done, total)
      },
    },
  )
  const sound = arms.filter(({ outcome }) => outcome !== 'failed')
  const input = { ...record, n, cut, results: sound.map(({ id }) => results.get(id) ?? null) }
  const counts = await engine.run('countKeptThings', input, { signal })
  const methods = arms.map((arm) => pickKept(arm, counts[sound.indexOf(arm)] ?? null))
  return { needed: missing.length, methods: methods.toSorted(compareMethods) }
}

function requireCondensation(
  condensations: readonly Autopsied[],
  { taskId, n }: { readonly taskId: string; readonly n: number },
): Autopsied & { readonly cut: number } {
  const found = condensations[n - 1]
  if (found !== undefined && found.cut !== null) return { ...found, cut: found.cut }
  throw new Problem({
    code: found === undefined ? 'not-found' : 'bad-input',
    message:
      found === undefined
        ? `The task has no condensation ${n}`
        : `What stood before condensation ${n} is no longer in the files`,
    where: taskId,
    hint: 'List its condensations with `dewpoint condensations`.',
  })
}

function pickKept(arm: ComparedArm, kept: number | null): KeepingMethod {
  const { id, label, isExtracted, tokensAfter, changeUsd, valid, outcome, problems } = arm
  return { id, label, isExtracted, tokensAfter, changeUsd, valid, outcome, problems, kept }
}

/** What happened first, then what keeps most, with fewer tokens first; at the end what would not have condensed. */
function compareMethods(a: KeepingMethod, b: KeepingMethod): number {
  const rank = ({ id, kept, outcome }: KeepingMethod): number => {
    if (id === recordedMethodId) return Infinity
    return outcome === 'condensed' ? (kept ?? 0) : outcome === 'unchanged' ? -1 : -2
  }
  return rank(b) - rank(a) || (a.tokensAfter ?? Infinity) - (b.tokensAfter ?? Infinity)
}
