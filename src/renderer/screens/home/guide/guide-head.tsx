import { Button } from '@mantine/core'
import { IconDownload, IconTable } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { GuideAdvice, GuideBasis } from '../../../../shared/home/guide-advice-types.ts'
import { describeAdvice, listBasisNotes, describeGivenUp } from '../../../../shared/home/guide-words.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { routes } from '../../../lib/routes.ts'
import { downloadText } from '../../../ui/components/download-text.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { GoalSwitch } from '../../../ui/components/goal-switch.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Block, Lead, Note, Notice, Row } from '../../../ui/layout/layout.tsx'
import { keepUnits } from './keep-units.ts'
import type { Guided } from './use-guide-advice.ts'
import { UsePickButton } from './use-pick-button.tsx'

/** Which arm to use, why and with what numbers; then the ways to try it and to look at what it rests on. */
export function GuideHead({ guided }: { readonly guided: Guided }) {
  const { advice, error, retry, goal, setGoal } = guided
  if (advice === undefined)
    return error === null ? (
      <Block flex="none" h={170} clip line="bottom">
        <SkeletonRows label="Loading the recommendation" />
      </Block>
    ) : (
      <ErrorPanel problem={toProblem(error)} onRetry={retry} />
    )
  const conflict = describeGivenUp(advice)
  return (
    <Block aria-label="Recommendation" component="section" flex="none" pb={10} px="md" line="bottom">
      <Lead role="status" px={0} pt={20} pb="md" fz={20} lh="28px">
        {keepUnits(describeAdvice(advice))}
      </Lead>
      {conflict !== '' && (
        <Notice mb="md">
          <b>Conflict.</b> {conflict}
        </Notice>
      )}
      <Row wrap pb={10}>
        {advice.recommendation !== null && <UsePickButton pick={advice.recommendation.pick} isMain />}
        <EvidenceButtons advice={advice} />
        <BasisNotes basis={advice.basis} />
      </Row>
      <GoalSwitch goal={goal} onGoal={setGoal} />
    </Block>
  )
}

function EvidenceButtons({ advice: { basis } }: { readonly advice: GuideAdvice }) {
  switch (basis.kind) {
    case 'library':
      return (
        <Button component={Link} href={routes.home} variant="default" leftSection={tableIcon}>
          All arms on Home
        </Button>
      )
    case 'bundled':
      return <ReportButton />
    case 'none':
      return null
  }
}

const tableIcon = <IconTable size={14} aria-hidden />

/** Saves the report of the bundled measurement, which `dewpoint report verify` checks. */
function ReportButton() {
  const { client, opener } = useEngine()
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.guide.report(),
    onSuccess: ({ fileName, text, mediaType }) => downloadText(fileName, text, mediaType),
    onError: opener.fail,
  })
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

function BasisNotes({ basis }: { readonly basis: GuideBasis }) {
  const notes = listBasisNotes(basis)
  return notes.length === 0 ? null : <Note flex="1 1 280px">{notes.join(' ')}</Note>
}
