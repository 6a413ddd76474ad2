import { compareArtifactTrail, buildTrailMeasurement } from './artifact-trail.ts'
import type { Metric } from './metric.ts'

/** Harmonic mean of artifact precision and recall; 0 where a context states nothing of what was done. */
export const artifactF1: Metric = {
  id: 'artifact-f1',
  label: 'Artifact F1',
  group: 'artifacts',
  direction: 'higher',
  unit: 'share',
  measure: (subject) => {
    const trail = compareArtifactTrail(subject)
    const { recall } = trail
    const precision = trail.precision ?? 0
    if (recall === null) return null
    const sum = precision + recall
    return buildTrailMeasurement(trail, sum === 0 ? 0 : (2 * precision * recall) / sum)
  },
}
