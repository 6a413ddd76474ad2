import { readKey } from '../../history/newer-reads.ts'
import { isRepeatable, type Candidate } from './candidate.ts'
import type { LosslessPlan } from './plan.ts'
import type { LosslessSettings } from './settings.ts'

/**
 * Techniques 1 and 2: identical content, reversible. Of each group the latest or the first copy stays; the
 * others refer to it. Reads and other results have switches of their own.
 */
export function referIdentical(
  candidates: readonly Candidate[],
  plan: LosslessPlan,
  settings: LosslessSettings,
): void {
  const eligible = candidates.filter((candidate) => isRepeatable(candidate) && isWanted(candidate, settings))
  for (const group of Map.groupBy(eligible, (candidate) => candidate.part.text).values()) {
    if (group.length < 2) continue
    const target = settings.keep === 'latest' ? group.at(-1) : group[0]
    if (target === undefined || plan.isEdited(target)) continue
    for (const candidate of group) {
      if (candidate !== target && plan.isFree(candidate))
        plan.referTo(candidate, target, techniqueOf(candidate))
    }
  }
}

/**
 * Technique 1 on content that differs in a few lines: each part is compared with the copies of the same file,
 * or with the environment details, that stay in full. What differs too much stays and is compared with next.
 */
export function referNearIdentical(
  candidates: readonly Candidate[],
  plan: LosslessPlan,
  settings: LosslessSettings,
): void {
  const eligible = candidates.filter(
    (candidate) => isRepeatable(candidate) && isWanted(candidate, settings) && !plan.isEdited(candidate),
  )
  const groups = Map.groupBy(eligible, (candidate) =>
    candidate.part.kind === 'environment' ? 'environment' : (readKey(candidate.part) ?? ''),
  )
  groups.delete('')
  for (const group of groups.values()) {
    const ordered = settings.keep === 'latest' ? group.toReversed() : group
    let anchor: Candidate | undefined
    for (const candidate of ordered) {
      const isReplaced =
        anchor !== undefined &&
        plan.isFree(candidate) &&
        plan.referWithDelta(candidate, anchor, techniqueOf(candidate))
      if (!isReplaced) anchor = candidate
    }
  }
}

function isWanted(candidate: Candidate, settings: LosslessSettings): boolean {
  return readKey(candidate.part) === undefined
    ? settings.consolidateToolResults
    : settings.deduplicateFileReads
}

function techniqueOf(candidate: Candidate): string {
  if (candidate.part.kind === 'environment') return 'Repeated environment details'
  return readKey(candidate.part) === undefined ? 'Repeated result' : 'Repeated read'
}
