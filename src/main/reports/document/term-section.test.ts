import { expect, it } from 'vitest'
import { termOfId } from '../../../shared/words/glossary.ts'
import { figuresOf } from '../verify/figures-of.ts'
import { htmlReport } from '../html/html-report.ts'
import { markdownReport } from '../markdown/markdown-report.ts'
import { experimentFixture } from '../testing/experiment-fixture.ts'
import { reportInput } from '../testing/report-input.ts'
import { termSection } from './term-section.ts'

it('explains each metric that a report shows, and none that it does not', () => {
  const input = reportInput()
  const shown = input.results.metrics.filter(({ id }) =>
    input.results.variants.some(({ metrics }) => id in metrics),
  )
  expect(shown.length).toBeGreaterThan(2)
  expect(termSection(input).blocks).toMatchObject([
    {
      kind: 'terms',
      rows: shown.map(({ id, label }) => ({
        label,
        text: expect.stringContaining(termOfId(id)?.definition ?? '-'),
      })),
    },
  ])
  expect(termSection(reportInput({ ...experimentFixture(), cells: [] })).blocks).toEqual([])
})

it('stands at the end of HTML and Markdown, and is no figure', () => {
  const definition = termOfId('reduction')?.definition ?? '-'
  const html = htmlReport(reportInput())
  expect(html.slice(html.indexOf('>What the figures mean</h2>'))).toContain(definition)
  expect(html.lastIndexOf('<h2')).toBe(html.indexOf('<h2 id="what-the-figures-mean"'))
  expect([...figuresOf(html).keys()].filter((place) => place.startsWith('What the figures'))).toEqual([])
  expect(markdownReport(reportInput())).toContain('## What the figures mean')
})
