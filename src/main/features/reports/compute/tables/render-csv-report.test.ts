import { describe, expect, it } from 'vitest'
import { experimentFixture } from '../testing/experiment-fixture.ts'
import { renderCsvReport } from './render-csv-report.ts'

/** Reads comma-separated values by the letter of RFC 4180. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.slice(0, -1)
}

function reasoned(reason: string) {
  const experiment = experimentFixture({ variants: 1, tasks: 1 })
  return { ...experiment, cells: experiment.cells.map((cell) => ({ ...cell, reason })) }
}

describe('CSV', () => {
  it('has a row for each cell and a column for each metric', () => {
    const experiment = experimentFixture()
    const [names = [], ...rows] = readCsv(renderCsvReport(experiment))
    expect(rows).toHaveLength(experiment.cells.length)
    expect(rows.every(({ length }) => length === names.length)).toBe(true)
    expect(names.slice(-experiment.plan.metrics.length)).toEqual(experiment.plan.metrics.map(({ id }) => id))
    const failed = rows.find((row) => row[names.indexOf('status')] === 'failed') ?? []
    expect(failed[names.indexOf('reduction')]).toBe('')
    expect(failed[names.indexOf('error')]).toBe('The model said nothing for 60 s.')
  })

  it.each(['a "quoted", text', 'two\r\nlines', 'plain', '-5', 'ends with "'])(
    'gives %j back as it was',
    (reason) => {
      const [names = [], row = []] = readCsv(renderCsvReport(reasoned(reason)))
      expect(row[names.indexOf('reason')]).toBe(reason)
    },
  )

  it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', ' =1', '＝1'])(
    'takes the teeth out of %j',
    (reason) => {
      const [names = [], row = []] = readCsv(renderCsvReport(reasoned(reason)))
      expect(row[names.indexOf('reason')]).toBe(`'${reason}`)
    },
  )

  it('leaves numbers below zero as they are', () => {
    const experiment = experimentFixture({ variants: 1, tasks: 1 })
    const cells = experiment.cells.map((cell) => ({ ...cell, values: { ...cell.values, reduction: -12.5 } }))
    const [names = [], row = []] = readCsv(renderCsvReport({ ...experiment, cells }))
    expect(row[names.indexOf('reduction')]).toBe('-12.5')
  })

  it('of no cells is a line of names', () => {
    expect(renderCsvReport({ ...experimentFixture(), cells: [] })).toBe('experiment\r\n')
  })
})
