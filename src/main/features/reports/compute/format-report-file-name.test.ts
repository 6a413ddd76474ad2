import { expect, it } from 'vitest'
import { formatReportFileName } from './format-report-file-name.ts'

it.each([
  ['Prompt v6 against v7', 'prompt-v6-against-v7-3f3f3f3f.md'],
  ['../../etc/passwd', 'etc-passwd-3f3f3f3f.md'],
  ['Größe: über 50 %?', 'große-uber-50-3f3f3f3f.md'.replace('ß', '-')],
  ['长', 'experiment-3f3f3f3f.md'],
  ['x'.repeat(200), `${'x'.repeat(60)}-3f3f3f3f.md`],
])('%s is saved as %s', (name, expected) => {
  expect(formatReportFileName({ name, contentSha256: '3f'.repeat(32) }, 'md')).toBe(expected)
})

it('says what sets a report apart', () => {
  const experiment = { name: 'x', contentSha256: '3f'.repeat(32) }
  expect(formatReportFileName(experiment, 'json', ['with-results'])).toBe('x-3f3f3f3f-with-results.json')
})
