import { describe, expect, it } from 'vitest'
import { formatJunitXml, type JunitInput } from './format-junit-xml.ts'

const assertion = {
  metric: 'reduction',
  variant: 'b',
  expected: 'at least 40',
  value: 41,
  ok: true,
  state: 'ok' as const,
  message: '',
}
const failed = { ...assertion, ok: false, state: 'failed' as const }
const plain: JunitInput = {
  name: 'Made up',
  startedTs: Date.UTC(2026, 10, 2, 9),
  durationMs: 1500,
  assertions: [assertion, { ...failed, variant: 'c', message: 'It is 12.' }],
  failedCells: [{ id: 'b/t@3/1', variantId: 'b', error: { code: 'timeout', message: 'No answer.' } }],
}

describe('JUnit XML', () => {
  it('has a test case for each assertion and each failed cell, and counts them', () => {
    const xml = formatJunitXml(plain)
    expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites /)
    expect(xml).toContain(
      '<testsuite name="Made up" tests="3" failures="1" errors="1" skipped="0" time="1.500" timestamp="2026-11-02T09:00:00">',
    )
    expect(xml).toContain('<testcase classname="Made up.b" name="reduction is at least 40" time="0"/>')
    expect(xml).toContain('<failure type="assertion" message="It is 12.">It is 12.</failure>')
    expect(xml).toContain('name="cell b/t@3/1" time="0"><error type="timeout" message="No answer.">')
  })

  it('shows an inconclusive assertion as an error: a skipped case looks green', () => {
    const open = { ...assertion, ok: false, state: 'inconclusive' as const, message: 'No cell has a value.' }
    const xml = formatJunitXml({ ...plain, assertions: [assertion, open] })
    expect(xml).toContain('tests="3" failures="0" errors="2" skipped="0"')
    expect(xml).toContain('><error type="inconclusive" message="No cell has a value.">No cell has a value.<')
  })

  it.each([
    ['a<b>&"c\'', 'a&lt;b&gt;&amp;&quot;c&apos;'],
    ['two\nlines\tand\r', 'two&#10;lines&#9;and&#13;'],
    ['\u001B[31m\u0000\uFFFF', '⟨U+001B⟩[31m⟨U+0000⟩\uFFFD'],
    ['\uD800 and 😀', '\uFFFD and 😀'],
    ['</failure>]]>', '&lt;/failure&gt;]]&gt;'],
  ])('holds %j', (message, written) => {
    const xml = formatJunitXml({ ...plain, assertions: [{ ...failed, message }] })
    expect(xml).toContain(`message="${written}">${written}</failure>`)
  })
})
