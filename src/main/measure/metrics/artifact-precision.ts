import { compareArtifactTrail, buildTrailMeasurement } from './artifact-trail.ts'
import type { Metric } from './metric.ts'

/** Of the files and commands that the condensed context states, the share that is not made up. */
export const artifactPrecision: Metric = {
  id: 'artifact-precision',
  label: 'Artifact precision',
  group: 'artifacts',
  direction: 'higher',
  unit: 'share',
  measure: (subject) => {
    const trail = compareArtifactTrail(subject)
    return buildTrailMeasurement(trail, trail.precision)
  },
}
