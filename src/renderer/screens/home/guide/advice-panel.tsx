import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { describeArmEffects, describeArmVerdict } from '../../../../shared/home/answers-words.ts'
import type { GuideAdvice, GuideArm } from '../../../../shared/home/guide-advice-types.ts'
import type { GuideQuestion } from '../../../../shared/home/guide-types.ts'
import { buildAdviceReasons, describeBasis } from '../../../../shared/home/guide-words.ts'
import { Block, Column, Grid, Inline, List, Note, Row } from '../../../ui/layout/layout.tsx'
import { keepUnits } from './keep-units.ts'
import { UsePickButton } from './use-pick-button.tsx'

/** Arms beside the recommended one that are worth a look. */
const mostOthers = 4

type AdvicePanelProps = { readonly advice: GuideAdvice; readonly questions: readonly GuideQuestion[] }

/** Why an arm is recommended, and what else would do. */
export function AdvicePanel({ advice, questions }: AdvicePanelProps) {
  const { recommendation, arms } = advice
  const findTitle = (id: string | null): string =>
    questions.find((question) => question.id === id)?.title ?? 'Goal'
  const others = arms.filter(({ id }) => id !== recommendation?.id).slice(0, mostOthers)
  return (
    <Column>
      {recommendation !== null && (
        <>
          <Block component="h2" fz={14} fw={600} lh="20px">
            Why {recommendation.label}
          </Block>
          <List aria-label="Reasons">
            {buildAdviceReasons(advice).map(({ title, text, standing }) => (
              <Grid key={title} component="li" columns="96px 1fr 16px" gap="sm" py={3}>
                <Inline c="dimmed">{title}</Inline>
                <span>{keepUnits(text)}</span>
                {standing === 'short' && (
                  <IconAlertTriangle size={14} color="var(--caution)" role="img" aria-label="Not met" />
                )}
                {standing === 'met' && (
                  <IconCheck size={14} color="var(--fine)" role="img" aria-label="Met" />
                )}
              </Grid>
            ))}
          </List>
        </>
      )}
      {others.length > 0 && (
        <>
          <Note component="h3" mt="lg" mb="xs" fw={500}>
            {recommendation === null ? 'What comes nearest' : 'Instead'}, {describeBasis(advice.basis)}
          </Note>
          <List aria-label="Alternatives">
            {others.map((arm) => (
              <Alternative key={arm.id} arm={arm} findTitle={findTitle} />
            ))}
          </List>
        </>
      )}
    </Column>
  )
}

type AlternativeProps = { readonly arm: GuideArm; readonly findTitle: (id: string) => string }

function Alternative({ arm, findTitle }: AlternativeProps) {
  const missed = arm.shortOf.map(findTitle).join(' and ')
  const reason = missed === '' ? describeArmVerdict(arm) : `Misses ${missed}`
  return (
    <Row component="li" justify="space-between" gap="md" py={6} line="top" fz="xs">
      <span>
        <b>{arm.label}</b>{' '}
        <Inline c="dimmed">
          {keepUnits(describeArmEffects(arm))}. {reason}.
        </Inline>
      </span>
      <UsePickButton pick={arm.pick} />
    </Row>
  )
}
