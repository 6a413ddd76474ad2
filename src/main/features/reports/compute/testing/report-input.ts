import { figuresVersion } from '../../../../../shared/experiments/experiment-results-types.ts'
import type { ExperimentExport } from '../../../../../shared/experiments/experiment-types.ts'
import { reportLayout, type ReportInput } from '../document/report-input.ts'
import { experimentFixture } from './experiment-fixture.ts'
import { summarise } from './summarise.ts'

/** What a report of an experiment is made of, with an excerpt for each cell. */
export function reportInput(
  experiment: ExperimentExport = experimentFixture(),
  baselineId = 'v1',
): ReportInput {
  const cases = experiment.cells.map(({ id }) => ({
    cellId: id,
    lost: ['src/server/limits.ts', 'never touch the public API'],
  }))
  return {
    experiment,
    cases,
    example: {
      checkpointId: experiment.plan.checkpoints[0]?.id ?? '',
      keptBy: 'v2',
      lostBy: 'v1',
      facts: [
        { text: 'src/server/limits.ts', usedIndex: 203 },
        { text: 'never touch the public API', usedIndex: null },
      ],
    },
    redaction: null,
    baselineId,
    layout: reportLayout,
    figuresVersion,
    results: summarise(experiment, baselineId),
  }
}
