import type { Answer } from '../../../../shared/home/answer-types.ts'
import { createArmNamer } from '../../../../shared/home/answers-words.ts'
import { buildBillsTable } from '../../../../shared/home/happened-words.ts'
import { SectionHead } from '../../../ui/components/section-head.tsx'
import { DocumentView } from '../../../ui/document/document-view.tsx'
import { Block } from '../../../ui/layout/layout.tsx'

/** What the tasks cost beside what they would have cost: every baseline by its name, in one table. */
export function Bills({ answer: { baselines, arms } }: { readonly answer: Answer }) {
  if (baselines === null) return null
  const title = 'What it cost'
  return (
    <section aria-label={title}>
      <SectionHead title={title} />
      <Block px="md">
        <DocumentView blocks={[buildBillsTable(baselines, createArmNamer(arms))]} />
      </Block>
    </section>
  )
}
