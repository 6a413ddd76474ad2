import { compareArtifactTrail, buildTrailMeasurement } from './artifact-trail.ts'
import type { Metric } from './metric.ts'

/** Of the files and commands that tool calls dealt with, the share that the condensed context still states. */
export const artifactRecall: Metric = {
  id: 'artifact-recall',
  label: 'Artifact recall',
  group: 'artifacts',
  direction: 'higher',
  unit: 'share',
  measure: (subject) => {
    const trail = compareArtifactTrail(subject)
    return buildTrailMeasurement(trail, trail.recall)
  },
}
