import { expect, it } from 'vitest'
import { experimentExportSchema } from '../../../../shared/experiments/experiment-types.ts'
import { readDataIsland } from './html/render-data-island.ts'
import { renderHtmlReport } from './html/render-html-report.ts'
import { leaveOutRetired } from './leave-out-retired.ts'
import { experimentFixture } from './testing/experiment-fixture.ts'
import { reportInput } from './testing/report-input.ts'

const experiment = experimentFixture()
const { plan } = experiment
/** The fixture as an earlier version wrote it. */
const scored = {
  ...experiment,
  plan: {
    ...plan,
    file: { ...plan.file, likelihood: { profile: 'local', actions: 3 } },
    metrics: [
      ...plan.metrics,
      { ...plan.metrics[0], id: 'next-action-likelihood', group: 'likelihood', needsModel: true },
    ],
  },
}

it('reads an experiment that measured likelihoods without them, and says so in a note', () => {
  expect(experimentExportSchema.safeParse(scored).success).toBe(false)
  const read = experimentExportSchema.parse(leaveOutRetired(scored))
  const notes = read.plan.notes.filter((note) => !plan.notes.includes(note))
  expect(read).toMatchObject({ ...experiment, plan: { ...plan, notes: expect.anything() } })
  expect(notes.at(-1)?.message).toContain('likelihood of the next actions is no longer measured')
})

it('reads what people said of cells as notes', () => {
  const ratings = [
    { cellId: 'a', stars: 4, comment: '', isBlind: true, createdTs: 1 },
    { cellId: 'b', stars: null, comment: 'Reads well.', isBlind: false, createdTs: 2 },
  ]
  const read = leaveOutRetired({ ...experiment, ratings })
  expect(read).not.toHaveProperty('ratings')
  expect(experimentExportSchema.parse(read).plan.notes).toEqual([
    ...plan.notes,
    { where: 'a', message: 'A person rated it 4 of 5 in an earlier version.' },
    { where: 'b', message: 'A person commented in an earlier version: Reads well.' },
  ])
  expect(leaveOutRetired({ ...experiment, ratings: [] })).toMatchObject(experiment)
})

it.each([experiment, null, 'text', { plan: { file: {}, metrics: [{}] } }])(
  'gives back what measured none as it is',
  (value) => {
    expect(leaveOutRetired(value)).toBe(value)
  },
)

it('reads a report of an earlier version', () => {
  const old = renderHtmlReport(reportInput())
    .replace(/"layout":\d+/, '"layout":14')
    .replace('"baseline":"v1"', '"baseline":"v1","likelihood":{"profile":"local"}')
  expect(readDataIsland(old)).toMatchObject({ ok: true, data: { layout: 14 } })
})
