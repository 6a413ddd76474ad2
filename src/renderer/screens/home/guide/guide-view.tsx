import { Toolbar } from '../../../ui/components/toolbar.tsx'
import { Scroll } from '../../../ui/layout/layout.tsx'
import { ClaimsTable } from './claims-table.tsx'
import { GuideHead } from './guide-head.tsx'
import { MeasuredTable } from './measured-table.tsx'
import { PrioritiesTable } from './priorities-table.tsx'
import { QuestionsSection } from './questions-section.tsx'
import { useGuideAdvice } from './use-guide-advice.ts'

/** Which arm to use, by what was measured: four questions as filters, every arm, what matters most, and what is claimed. */
export function GuideView() {
  const guided = useGuideAdvice()
  return (
    <>
      <Toolbar title="Guide" />
      <GuideHead guided={guided} />
      <Scroll>
        <QuestionsSection guided={guided} />
        {guided.advice !== undefined && <MeasuredTable advice={guided.advice} />}
        <PrioritiesTable />
        <ClaimsTable />
      </Scroll>
    </>
  )
}
