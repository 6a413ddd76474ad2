import { describe, expect, it } from 'vitest'
import { attack, hostileExperiment } from '../testing/hostile-experiment.ts'
import { reportInput } from '../testing/report-input.ts'
import { renderMarkdownReport } from './render-markdown-report.ts'

describe('a Markdown report', () => {
  it('says what the HTML report says', () => {
    const report = renderMarkdownReport(reportInput())
    expect(report).toMatch(/^# Prompt v6 against v7\n/)
    expect(report).toMatch(/- ▼ \*\*Worse\*\*: .*Artifact recall −0\.\d{3}/)
    expect(report).toMatch(/\| --- \| --: \|/)
    expect(report).toContain('```\ndewpoint experiment run experiment.yaml\n```')
    expect(report).toContain('left out: the history has no messages')
  })

  it('has as many cells in each row of a table as in its first', () => {
    const tables = renderMarkdownReport(reportInput(hostileExperiment()))
      .split('\n\n')
      .filter((piece) => piece.startsWith('|'))
    const counts = tables.map(
      (table) => new Set(table.split('\n').map((row) => row.split(/(?<!\\)\|/).length)).size,
    )
    expect(counts).toEqual(tables.map(() => 1))
    expect(tables.length).toBeGreaterThan(5)
  })

  it('takes nothing of what it shows for markup', () => {
    const hostile = reportInput(hostileExperiment())
    const report = renderMarkdownReport({
      ...hostile,
      cases: hostile.cases.map((each) => ({ ...each, lost: [attack] })),
    })
    const prose = report.replaceAll(/^(`{3,})\n[\s\S]*?\n\1$/gm, '').replaceAll('<br>', '')
    expect(prose).not.toMatch(/(?<!\\)<(?!\/)/)
    expect(prose).not.toMatch(/(?<!\\)\]\(/)
    expect(prose).not.toMatch(/https?:\/\//)
    expect(
      ['\u202E', '\u0007', '\u009B', '\u200B', '\r', '\u2028'].filter((character) =>
        report.includes(character),
      ),
    ).toEqual([])
  })

  it('fences a text that holds fences', () => {
    expect(renderMarkdownReport(reportInput(hostileExperiment()))).toMatch(/^````\n"'>[^\n]*```/m)
  })
})
