import { findTermById } from '../../../../../shared/kernel/words/glossary.ts'
import { describeTerm } from '../../../../../shared/kernel/words/term-words.ts'
import type { Section } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

/** What the metrics of a report are, how they are computed and what they cannot see; as the glossary says it. */
export function buildTermSection({ results }: Pick<ReportInput, 'results'>): Section {
  const shown = results.metrics.filter(({ id }) => results.variants.some(({ metrics }) => id in metrics))
  const rows = shown.flatMap(({ id, label }) => {
    const term = findTermById(id)
    return term === undefined ? [] : [[label, describeTerm(term)] as const]
  })
  return { title: 'What the figures mean', blocks: rows.length === 0 ? [] : [{ kind: 'terms', rows }] }
}
