import type { RecordedCondensation } from '../../../shared/kernel/usage.ts'
import { toTextOrNull } from '../json/fields.ts'
import { isSynthetic, type Transcript, type TreeLine } from './lines.ts'

/** The first version that condenses while nobody asks for anything. */
const firstIdleVersion = [2, 1, 286] as const
/** It does so before its cache of an hour is gone, measured at 54.7 to 55.7 minutes, */
const idleMinutes = { least: 50, most: 60 }
/** and far below the sizes at which windows of 200,000 and of a million tokens are condensed. */
const isFarBelowWindow = (tokens: number): boolean =>
  tokens < 140_000 || (tokens > 190_000 && tokens < 800_000)

/**
 * Says of condensations how long nobody had asked for anything, and whether that is why: the agent says so in a line of
 * its own, which not all versions keep; else pause and size tell that it probably was.
 */
export function createPauses({ lines }: Transcript) {
  /** When the model had last answered, line by line. */
  const answered: (number | null)[] = []
  for (const line of lines) answered.push(isAnswer(line) ? line.ts : (answered.at(-1) ?? null))
  return ({ at, ts, value }: TreeLine, record: RecordedCondensation): RecordedCondensation => {
    const pauseMs = ts === null ? null : ts - (answered[at] ?? Infinity)
    if (pauseMs === null || pauseMs < 0) return record
    if (lines.slice(at + 1, at + 6).some(saysIdle)) return { ...record, pauseMs, trigger: 'idle' }
    const minutes = pauseMs / 60_000
    const isProbable =
      record.trigger === 'auto' &&
      isSinceVersion(toTextOrNull(value['version']), firstIdleVersion) &&
      isFarBelowWindow(record.tokensBefore ?? 0) &&
      minutes >= idleMinutes.least &&
      minutes <= idleMinutes.most
    return { ...record, pauseMs, ...(isProbable ? { trigger: 'probably idle' } : {}) }
  }
}

const isAnswer = (line: TreeLine): boolean => line.responseKey !== null && !isSynthetic(line)

const saysIdle = ({ type, value }: TreeLine): boolean =>
  type === 'system' && /compacted while idle/i.test(toTextOrNull(value['content']) ?? '')

function isSinceVersion(version: string | null, least: readonly number[]): boolean {
  const parts = (version ?? '').split('.').map(Number)
  const at = least.findIndex((wanted, place) => parts[place] !== wanted)
  return at < 0 || (parts[at] ?? -1) > (least[at] ?? 0)
}
