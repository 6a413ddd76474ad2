import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { figuresVersion } from '../../../../../shared/experiments/experiment-results-types.ts'
import { reportLayout } from '../document/report-input.ts'
import { renderHtmlReport } from '../html/render-html-report.ts'
import { reportInput } from '../testing/report-input.ts'
import { summarise } from '../testing/summarise.ts'
import { verifyReport } from './verify-report.ts'

const report = renderHtmlReport(reportInput())

function check(text: string, version = '0.1.0') {
  const verified = verifyReport({ report: text, summarise, version })
  if (!verified.ok) throw new Error(verified.message)
  return verified.check
}

describe('a report', () => {
  it.each([
    ['as it was written', report],
    ['with the line ends of Windows', report.replaceAll('\n', '\r\n')],
    ['with a byte order mark', `\uFEFF${report}`],
  ])('%s agrees with its data', (_, text) => {
    expect(check(text)).toEqual({
      ok: true,
      differences: [],
      writtenBy: '0.1.0',
      name: 'Prompt v6 against v7',
    })
  })

  it('names the figure that was changed, by section, table, row and column', () => {
    const shown = /data-figure="(Results \/ [^"]*longer prompt[^"]*Reduction)">([\d.]+)/.exec(report)
    const changed = report.replace(shown?.[0] ?? '-', (shown?.[0] ?? '').replace(/[\d.]+$/, '99.9'))
    const { ok, differences } = check(changed)
    expect(ok).toBe(false)
    expect(differences).toHaveLength(1)
    expect(differences[0]).toMatchObject({
      where: 'Results / Mean, its interval, difference to v1 / The longer prompt / Reduction',
    })
    expect(differences[0]?.says).toContain('99.9')
    expect(differences[0]?.comesTo).toContain(shown?.[2])
  })

  it.each([
    ['the word of a verdict', '<b class="worse">▼ Worse</b>', '<b class="better">▲ Better</b>', 'Verdicts'],
    ['a point of a drawing', /(class="mark hue-1" transform="translate\()[\d.]+/, '$1333.3', 'Answer'],
    ['the verdict', /(<section class="front[^>]*>\n<p>)[^<]+/, '$1All is well.', 'Answer'],
    ['a number of the first page', /(data-figure="Answer [^>]*>)[^<]+/, '$199 %', 'Answer'],
    ['the description of a drawing', /<desc>v1: [\d.]+/, '<desc>v1: 91.1', 'Plots'],
    ['a note', 'the history has no messages', 'it was no good', 'Notes'],
    ['the question', 'Does the longer prompt', 'Does the shorter prompt', 'Head'],
    ['the style', '--text: #1d2127', '--text: #ffffff', 'Head'],
    ['the last line', 'Written by Dewpoint', 'Approved by Dewpoint', 'End'],
    ['the command', 'dewpoint experiment run', 'curl evil.example', 'How to reproduce'],
  ])('says where %s was changed', (_, from, to, where) => {
    const { ok, differences } = check(report.replace(from, to))
    expect({ ok, where: differences[0]?.where.split(' / ')[0] }).toEqual({ ok: false, where })
  })

  it('notices a line that was added, and one that was taken away', () => {
    expect(check(report.replace('</main>', '<p>All is well.</p>\n</main>')).ok).toBe(false)
    expect(check(report.replace(/<p class="note">.*<\/p>\n/, '')).ok).toBe(false)
  })

  it('notices a value that was changed in the data, by the figures that follow from it', () => {
    const { ok, differences } = check(
      report.replace(/"continuation-recall":0\.\d{3,}/, '"continuation-recall":0.01'),
    )
    expect(ok).toBe(false)
    expect(differences.map(({ where }) => where).join()).toContain('Kept what was used next')
  })

  it('notices what was put beside the data', () => {
    expect(check(report.replace('{"experiment":', '{"more":1,"experiment":')).ok).toBe(false)
  })

  it('of another version is held to its figures alone', () => {
    const other = report
      .replace('"writtenBy":"0.1.0"', '"writtenBy":"0.0.9"')
      .replaceAll('>0.1.0<', '>0.0.9<')
    expect(check(other.replaceAll('Worst and best cases', 'Cases')).ok).toBe(true)
    expect(check(other.replace(/(\/ v3 \/ Reduction">)[\d.]+/, '$199.9')).ok).toBe(false)
  })

  it('of earlier rules is not held to those of today, and says who can verify it', async () => {
    const old = await readFile(join(import.meta.dirname, '../testing/report-of-layout-3.html'), 'utf8')
    for (const earlier of [old, report.replace(`"figuresVersion":${figuresVersion}`, '"figuresVersion":3')])
      expect(verifyReport({ report: earlier, summarise, version: '0.1.0' })).toEqual({
        ok: false,
        message: expect.stringMatching(
          /go by earlier rules.*Verify it with the Dewpoint that wrote it \(0\.1\.0\)/,
        ),
      })
  })

  it('of another layout is held to its numbers and verdicts', () => {
    const other = report.replace(`"layout":${reportLayout}`, '"layout":18').replaceAll('\u202fpoints', ' %')
    expect(check(other).ok).toBe(true)
    expect(check(other.replace(/(\/ v3 \/ Reduction">)[\d.]+/, '$199.9')).ok).toBe(false)
  })

  // The hash of this very report: where it changes, raise `reportLayout` and take the new hash.
  it('has the layout that its number stands for', () => {
    const hash = createHash('sha256').update(report).digest('hex').slice(0, 16)
    expect([reportLayout, hash]).toEqual([21, 'b65350704564a314'])
  })

  it('without any figure does not pass for one of another version', () => {
    expect(check(report.replaceAll('data-figure', 'data-other'), '9.9.9').ok).toBe(false)
  })

  it.each([
    ['no report', 'hello', 'no report of Dewpoint'],
    [
      'a newer layout',
      report.replace(`"layout":${reportLayout}`, '"layout":99'),
      'made by a newer Dewpoint (0.1.0). Update Dewpoint',
    ],
    ['newer figures', report.replace('"figuresVersion":4', '"figuresVersion":5'), 'made by a newer Dewpoint'],
    [
      'damaged figures',
      report.replace('"figuresVersion":4', '"figuresVersion":-3'),
      'are damaged at figuresVersion',
    ],
    [
      'a baseline that is no variant',
      report.replace('"baselineId":"v1","layout"', '"baselineId":"v9","layout"'),
      'come to nothing',
    ],
  ])('%s fails with a sentence', (_, text, expected) => {
    const verified = verifyReport({ report: text, summarise, version: '0.1.0' })
    expect(verified.ok ? '' : verified.message).toContain(expected)
  })
})
