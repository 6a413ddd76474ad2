import { expect, it } from 'vitest'
import { findTermById } from '../../../../../shared/kernel/words/glossary.ts'
import { renderHtmlReport } from '../html/render-html-report.ts'
import { renderMarkdownReport } from '../markdown/render-markdown-report.ts'
import { experimentFixture } from '../testing/experiment-fixture.ts'
import { reportInput } from '../testing/report-input.ts'
import { readReportFigures } from '../verify/read-report-figures.ts'
import { buildTermSection } from './build-term-section.ts'

it('explains each metric that a report shows, and none that it does not', () => {
  const input = reportInput()
  const shown = input.results.metrics.filter(({ id }) =>
    input.results.variants.some(({ metrics }) => id in metrics),
  )
  expect(shown.length).toBeGreaterThan(2)
  expect(buildTermSection(input).blocks).toMatchObject([
    {
      kind: 'terms',
      rows: shown.map(({ id, label }) => [
        label,
        expect.stringContaining(findTermById(id)?.definition ?? '-'),
      ]),
    },
  ])
  expect(buildTermSection(reportInput({ ...experimentFixture(), cells: [] })).blocks).toEqual([])
})

it('stands at the end of HTML and Markdown, and is no figure', () => {
  const definition = findTermById('reduction')?.definition ?? '-'
  const html = renderHtmlReport(reportInput())
  expect(html.slice(html.indexOf('>What the figures mean</h2>'))).toContain(definition)
  expect(html.lastIndexOf('<h2')).toBe(html.indexOf('<h2 id="what-the-figures-mean"'))
  expect([...readReportFigures(html).keys()].filter((place) => place.startsWith('What the figures'))).toEqual(
    [],
  )
  expect(renderMarkdownReport(reportInput())).toContain('## What the figures mean')
})
