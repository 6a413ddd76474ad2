import { describe, expect, it } from 'vitest'
import { experimentFixture } from '../testing/experiment-fixture.ts'
import { attack, hostileExperiment } from '../testing/hostile-experiment.ts'
import { reportInput } from '../testing/report-input.ts'
import { readDataIsland } from './render-data-island.ts'
import { renderHtmlReport } from './render-html-report.ts'

describe('an HTML report', () => {
  it('holds no script, no address to load from and no handler, whatever the texts hold', () => {
    const hostile = reportInput(hostileExperiment())
    const cases = hostile.cases.map((each) => ({ ...each, lost: [attack] }))
    const report = renderHtmlReport({ ...hostile, cases })
    const outside = report.replace(/<script type="application\/json" id="dewpoint-data">[^<]*<\/script>/, '')
    expect(outside).not.toMatch(/<script|<img|<iframe|<link|<object|<svg onload/i)
    const tags = outside.match(/<[a-z][^>]*>/gi) ?? []
    expect(
      tags.filter((tag) => /\s(?:on\w+|src|srcset|style|action)\s*=/i.test(tag.replaceAll(/"[^"]*"/g, '""'))),
    ).toEqual([])
    expect(tags.filter((tag) => /href="(?!#)/.test(tag))).toEqual([])
    expect(report.match(/<!--/g)).toBeNull()
    expect(report.match(/<\/script>/g)).toHaveLength(1)
  })

  it('makes what cannot be seen visible', () => {
    const report = renderHtmlReport(reportInput(hostileExperiment()))
    expect(report).toContain('⟨U+202E⟩gnp.exe⟨U+0007⟩')
    expect(
      ['\u202E', '\u0007', '\u009B', '\u200B', '\r', '\u2028'].filter((character) =>
        report.includes(character),
      ),
    ).toEqual([])
    expect(report.isWellFormed()).toBe(true)
  })

  it('gives back the data that it was made of', () => {
    for (const experiment of [experimentFixture(), hostileExperiment()]) {
      const { results: _results, ...data } = reportInput(experiment)
      expect(readDataIsland(renderHtmlReport(reportInput(experiment)))).toEqual({ ok: true, data })
    }
  })

  it.each([
    ['no report', '<html></html>', 'holds no data'],
    ['a report that is cut off', '<script type="application/json" id="dewpoint-data">{', 'cut off'],
    ['a report with broken data', '<script type="application/json" id="dewpoint-data">{</script>', 'no JSON'],
    [
      'a report with other data',
      '<script type="application/json" id="dewpoint-data">{}</script>',
      'damaged at experiment',
    ],
  ])('%s is refused with a sentence', (_, text, expected) => {
    const read = readDataIsland(text)
    expect(read.ok ? '' : read.message).toContain(expected)
  })

  it('says the same whenever it is written', () => {
    expect(renderHtmlReport(reportInput())).toBe(renderHtmlReport(reportInput()))
  })

  it.each([
    ['verdicts in words', '▼ Worse'],
    ['the interval of a mean', /<span class="detail">0\.\d\d to 0\.\d\d<\/span>/],
    ['a difference with sign and word', /[▲▼] [+−]0\.\d{3} (?:better|worse)/],
    ['the hash of what it did', '3f'.repeat(32)],
    ['a failure', 'The model said nothing for 60 s.'],
    ['a note', 'left out: the history has no messages'],
    ['an excerpt of what was lost', 'never touch the public API'],
    ['the command', 'dewpoint experiment run'],
    ['the file', 'name: Prompt v6 against v7'],
    ['a drawing with its text', /<desc>The longer prompt: /],
    ['the margin', 'class="margin"'],
  ])('shows %s', (_, expected) => {
    expect(renderHtmlReport(reportInput())).toMatch(expected)
  })

  it.each([
    ['one variant', { variants: 1 }, 'nothing to compare'],
    ['one task', { tasks: 1 }, 'Not enough data'],
  ])('of %s says so', (_, options, expected) => {
    expect(renderHtmlReport(reportInput(experimentFixture(options)))).toContain(expected)
  })

  it('of an experiment without a cell is written as well', () => {
    const report = renderHtmlReport(reportInput({ ...experimentFixture(), cells: [] }))
    expect(report).toContain('No cell has a value yet.')
    expect(report).not.toMatch(/NaN|Infinity|undefined/)
  })
})
