import { expect, it } from 'vitest'
import { experimentExportSchema } from '../../../../../shared/experiments/experiment-types.ts'
import { experimentFixture } from '../testing/experiment-fixture.ts'
import { hostileExperiment } from '../testing/hostile-experiment.ts'
import { renderJsonReport, renderJsonlReport } from './json-reports.ts'

it.each([
  ['an ordinary', experimentFixture()],
  ['a hostile', hostileExperiment()],
])('JSON of %s experiment can be read in again', (_, experiment) => {
  expect(experimentExportSchema.parse(JSON.parse(renderJsonReport(experiment)))).toEqual(experiment)
})

it('JSON has its fields in the same order, however they came', () => {
  const experiment = experimentFixture()
  const turned = Object.fromEntries(Object.entries(experiment).toReversed()) as typeof experiment
  expect(renderJsonReport(turned)).toBe(renderJsonReport(experiment))
})

it('JSON lines have the experiment first and then a line for each cell', () => {
  const experiment = hostileExperiment()
  const lines = renderJsonlReport(experiment)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.map(({ kind }) => kind)).toEqual(['experiment', ...experiment.cells.map(() => 'cell')])
  expect(lines[0]).toMatchObject({ baseline: 'v1', contentSha256: experiment.summary.contentSha256 })
  expect(lines[2]).toMatchObject({
    variant: 'v1',
    status: 'done',
    reduction: experiment.cells[1]?.values['reduction'],
  })
})
