import { compareArtifactTrail } from './artifact-trail.ts'
import type { Metric } from './metric.ts'

const changes: ReadonlySet<string> = new Set(['create', 'write', 'edit'])

/** Of the files that tool calls changed and left there, the share that the context still names. */
export const filesKept: Metric = {
  id: 'files-kept',
  label: 'Changed files kept',
  group: 'artifacts',
  direction: 'higher',
  unit: 'share',
  rank: 'headline',
  isFloor: true,
  measure: (subject) => {
    const changed = compareArtifactTrail(subject).artifacts.filter(
      ({ acts }) => acts.some((act) => changes.has(act)) && !acts.includes('delete'),
    )
    if (changed.length === 0) return null
    const kept = changed.filter(({ now }) => now.length > 0).length
    return { value: kept / changed.length, evidence: { kind: 'artifacts', artifacts: changed, invented: [] } }
  },
}
