import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reportFormats } from '../../../../../shared/experiments/contract.ts'
import { figuresVersion } from '../../../../../shared/experiments/experiment-results-types.ts'
import { reportLayout, type ReportData } from '../document/report-input.ts'
import { experimentFixture } from '../testing/experiment-fixture.ts'
import { summarise } from '../testing/summarise.ts'
import { writeReport } from '../write-report.ts'
import { redactData } from './redact-data.ts'

/** A text with a secret, and what of it must be nowhere afterwards. */
const plants = [
  ['at /home/zaphodb/projects/heart-of-gold/x.ts', 'heart-of-gold'],
  ['at /home/zaphodb/x', 'zaphodb'],
  ['by zaphodb', 'zaphodb'],
  [String.raw`C:\Users\trillian\x.txt`, 'trillian'],
  ['~/secret-folder/x', 'secret-folder'],
  ['write to ford.prefect@betelgeuse.example', 'betelgeuse'],
  ['key sk-ant-api03-PlantedPlanted1234', 'PlantedPlanted'],
  ['password: vogonpoetry', 'vogonpoetry'],
  ['https://arthur:teatime42@db.example/x', 'teatime42'],
  ['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'bPxRfiCY'],
] as const

/** Fields that hold one of a few words, numbers as texts, or what must fit a pattern. */
const fixed = new Set(
  `format status outcome group direction unit reason at checkpoints variant id variantId baselineId baseline cellId
  checkpointId taskId metric metrics $schema operation provider verdict state said`.split(/\s+/),
)

function withPlants(value: unknown, plant: (text: string) => string, field = ''): unknown {
  if (typeof value === 'string') return fixed.has(field) ? value : plant(value)
  if (Array.isArray(value)) return value.map((each: unknown) => withPlants(each, plant, field))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withPlants(each, plant, name)]),
  )
}

function planted(choose: () => string): ReportData {
  const experiment = experimentFixture({ variants: 2, tasks: 2 })
  const cases = experiment.cells.map(({ id }) => ({ cellId: id, lost: ['a fact'] }))
  const warned = experiment.cells.map((cell) => ({
    ...cell,
    warnings: [{ code: 'w', message: 'a warning' }],
    reason: `why ${choose()}`,
    error: { code: 'e', message: 'an error' },
  }))
  // One metric of each group and kind: the intervals of all are most of what a report costs, and hold no text.
  const kinds = Map.groupBy(experiment.plan.metrics, ({ group, direction, unit }) =>
    [group, direction, unit].join(' '),
  )
  const metrics = [...kinds.values()].flatMap((same) => same.slice(0, 1))
  const data = {
    experiment: { ...experiment, plan: { ...experiment.plan, metrics }, cells: warned },
    cases,
    example: null,
    redaction: null,
    layout: reportLayout,
    figuresVersion,
    baselineId: 'v1',
  }
  return withPlants(data, (text) => `${text} ${choose()}`) as ReportData
}

describe('a redacted report', () => {
  it.each(reportFormats)('in %s holds nothing of what was planted in every text', (format) => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.constantFrom(...plants)), (stream) => {
        const { experiment, cases, baselineId } = planted(() => {
          // The name is only known where its home folder is mentioned as well.
          const [text] = stream.next().value ?? plants[0]
          return `${text} ${plants[1][0]}`
        })
        const facts = [{ text: cases[0]?.lost[0] ?? '', usedIndex: null }]
        const [checkpoint] = experiment.plan.checkpoints
        const example = { checkpointId: checkpoint?.id ?? '', keptBy: 'v1', lostBy: 'v2', facts }
        const quoted = { cases, example }
        const report = writeReport({ format, experiment, ...quoted, baselineId, redact: true, summarise })
        const found = plants.filter(([, secret]) => `${report.text}${report.fileName}`.includes(secret))
        expect(found).toEqual([])
      }),
      { numRuns: 15 },
    )
  })

  it('keeps its figures, and the hashes that name tasks and cells', () => {
    const data: ReportData = {
      experiment: experimentFixture(),
      cases: [],
      example: null,
      redaction: null,
      layout: reportLayout,
      figuresVersion,
      baselineId: 'v1',
    }
    const redacted = redactData(data)
    expect(redacted.experiment).toEqual(data.experiment)
    expect(summarise(redacted.experiment, 'v1')).toEqual(summarise(data.experiment, 'v1'))
    expect(redacted.redaction).toEqual({ paths: 0, users: 0, emails: 0, keys: 0, addresses: 0 })
  })

  it('gives a variant that bears a name another one, the same in every place', () => {
    const named = JSON.stringify(experimentFixture())
      .replaceAll('"v2', '"zaphodb')
      .replaceAll('v2/', 'zaphodb/')
    const experiment = JSON.parse(
      named.replace('./tasks/*', '/home/zaphodb/tasks'),
    ) as ReportData['experiment']
    const redacted = redactData({
      experiment,
      cases: [],
      example: null,
      redaction: null,
      layout: reportLayout,
      figuresVersion,
      baselineId: 'zaphodb',
    })
    expect(redacted.baselineId).toBe('user-1')
    expect(JSON.stringify(redacted)).not.toContain('zaphodb')
    const { comparisons } = summarise(redacted.experiment, 'user-1')
    expect(comparisons.every(({ pairs }) => pairs.length > 0)).toBe(true)
  })

  it('names no workspace, and keeps apart which tasks share one', () => {
    const experiment = experimentFixture()
    const checkpoints = experiment.plan.checkpoints.map((checkpoint, index) => ({
      ...checkpoint,
      workspace: ['magrathea/slartibartfast', '/srv/milliways', null][index % 3],
    }))
    const redacted = redactData({
      experiment: { ...experiment, plan: { ...experiment.plan, checkpoints } },
      cases: [],
      example: null,
      redaction: null,
      layout: reportLayout,
      figuresVersion,
      baselineId: 'v1',
    })
    const workspaces = redacted.experiment.plan.checkpoints.map(({ workspace }) => workspace)
    expect(workspaces.slice(0, 4)).toEqual(['workspace-1', 'workspace-2', null, 'workspace-1'])
    expect(JSON.stringify(redacted)).not.toMatch(/slartibartfast|milliways/)
  })

  it('leaves the words of Dewpoint alone, even where a user has one for a name', () => {
    const experiment = experimentFixture()
    const text = `${experiment.text}# /home/done/x, /home/summary/y\n`
    const redacted = redactData({
      experiment: { ...experiment, text },
      cases: [],
      example: null,
      redaction: null,
      layout: reportLayout,
      figuresVersion,
      baselineId: 'v1',
    })
    expect(redacted.experiment.cells.map(({ status }) => status)).toEqual(
      experiment.cells.map(({ status }) => status),
    )
  })

  it('takes the value of a field for a key to be one', () => {
    const experiment = experimentFixture()
    const variants = experiment.plan.variants.map((variant) => ({
      ...variant,
      settings: { headers: { 'x-api-key': 'vogon' }, nested: [{ clientSecret: 'poetry' }], token: '4096' },
    }))
    const data = {
      experiment: { ...experiment, plan: { ...experiment.plan, variants } },
      cases: [],
      example: null,
    }
    const redacted = redactData({
      ...data,
      redaction: null,
      layout: reportLayout,
      figuresVersion,
      baselineId: 'v1',
    })
    expect(redacted.experiment.plan.variants[0]?.settings).toEqual({
      headers: { 'x-api-key': '<key-1>' },
      nested: [{ clientSecret: '<key-2>' }],
      token: '4096',
    })
  })

  it('leaves condensed contexts out', () => {
    const experiment = { ...experimentFixture(), results: { 'v1/x/1': 'cGFja2Vk' } }
    const redacted = redactData({
      experiment,
      cases: [],
      example: null,
      redaction: null,
      layout: reportLayout,
      figuresVersion,
      baselineId: 'v1',
    })
    expect(redacted.experiment.results).toBeUndefined()
  })
})
