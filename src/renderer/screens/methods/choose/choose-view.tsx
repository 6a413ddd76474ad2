import { Button } from '@mantine/core'
import { IconDownload, IconTable } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { GuideAdvice } from '../../../../shared/home/guide-advice-types.ts'
import {
  buildAdviceReasons,
  describeAdvice,
  describeGivenUp,
  listBasisNotes,
} from '../../../../shared/home/guide-words.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { routes } from '../../../lib/routes.ts'
import { downloadText } from '../../../ui/components/download-text.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { GoalSwitch } from '../../../ui/components/goal-switch.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Toolbar } from '../../../ui/components/toolbar.tsx'
import { Block, Lead, Note, Notice, Row, Scroll } from '../../../ui/layout/layout.tsx'
import { ClaimsTable } from './claims-table.tsx'
import { keepUnits } from './keep-units.ts'
import { MeasuredTable } from './measured-table.tsx'
import { QuestionFilters } from './question-filters.tsx'
import { useGuideAdvice, type Guided } from './use-guide-advice.ts'
import { UsePickButton } from './use-pick-button.tsx'

/** Which method fits: a sentence, four questions as filters over what was measured, and what the design claims beside it. */
export function ChooseView() {
  const guided = useGuideAdvice()
  const { advice, error, retry } = guided
  return (
    <>
      <Toolbar title="Choose a method">
        <Link href={routes.methods}>All methods</Link>
      </Toolbar>
      <Scroll>
        {advice === undefined ? (
          error === null ? (
            <SkeletonRows label="Loading the recommendation" />
          ) : (
            <ErrorPanel problem={toProblem(error)} onRetry={retry} />
          )
        ) : (
          <>
            <Recommendation advice={advice} guided={guided} />
            <MeasuredTable advice={advice} />
          </>
        )}
        <ClaimsTable />
      </Scroll>
    </>
  )
}

/** Which method to use, with what numbers and why, and the questions that it answers. */
function Recommendation({ advice, guided }: { readonly advice: GuideAdvice; readonly guided: Guided }) {
  const conflict = describeGivenUp(advice)
  const reasons = buildAdviceReasons(advice).map(({ text }) => text)
  return (
    <Block aria-label="Recommendation" component="section" pb="md" px="md" line="bottom">
      <Lead role="status" px={0} pt={20} pb="sm" fz={20} lh="28px">
        {keepUnits(describeAdvice(advice))}
      </Lead>
      {reasons.length > 0 && (
        <Note maw="110ch" pb="sm">
          {keepUnits(reasons.join(' '))}
        </Note>
      )}
      {conflict !== '' && (
        <Notice mb="md">
          <b>Conflict.</b> {conflict}
        </Notice>
      )}
      <Row wrap pb="md">
        {advice.recommendation !== null && <UsePickButton pick={advice.recommendation.pick} isMain />}
        <EvidenceButton advice={advice} />
        <Note flex="1 1 280px">{listBasisNotes(advice.basis).join(' ')}</Note>
      </Row>
      <GoalSwitch goal={guided.goal} onGoal={guided.setGoal} />
      <QuestionFilters guided={guided} />
    </Block>
  )
}

/** What the recommendation rests on: Home, or the report of the bundled measurement, which `dewpoint report verify` checks. */
function EvidenceButton({ advice: { basis } }: { readonly advice: GuideAdvice }) {
  const { client, opener } = useEngine()
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.guide.report(),
    onSuccess: ({ fileName, text, mediaType }) => downloadText(fileName, text, mediaType),
    onError: opener.fail,
  })
  if (basis.kind === 'none') return null
  if (basis.kind === 'library')
    return (
      <Button
        component={Link}
        href={routes.home}
        variant="default"
        leftSection={<IconTable size={14} aria-hidden />}
      >
        The figures on Home
      </Button>
    )
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={isPending}
      title="An HTML report with all figures and their data. `dewpoint report verify` recomputes them."
      onClick={() => mutate()}
    >
      Save the report
    </Button>
  )
}
