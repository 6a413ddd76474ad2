import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { describeArmEffects, describeArmVerdict } from '../../../../shared/home/answers-words.ts'
import type { GuideAdvice, GuideArm } from '../../../../shared/home/guide-advice-types.ts'
import type { GuideQuestion } from '../../../../shared/home/guide-types.ts'
import { buildAdviceReasons, describeBasis } from '../../../../shared/home/guide-words.ts'
import { keepUnits } from './keep-units.ts'
import { UsePickButton } from './use-pick-button.tsx'
import styles from './advice-panel.module.css'

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
    <div className={styles.panel}>
      {recommendation !== null && (
        <>
          <h2 className={styles.title}>Why {recommendation.label}</h2>
          <ul className={styles.list} aria-label="Reasons">
            {buildAdviceReasons(advice).map(({ title, text, standing }) => (
              <li key={title} className={styles.reason} data-standing={standing}>
                <span className={styles.muted}>{title}</span>
                <span>{keepUnits(text)}</span>
                {standing === 'short' && <IconAlertTriangle size={14} role="img" aria-label="Not met" />}
                {standing === 'met' && <IconCheck size={14} role="img" aria-label="Met" />}
              </li>
            ))}
          </ul>
        </>
      )}
      {others.length > 0 && (
        <>
          <h3 className={styles.heading}>Instead, {describeBasis(advice.basis)}</h3>
          <ul className={styles.list} aria-label="Alternatives">
            {others.map((arm) => (
              <Alternative key={arm.id} arm={arm} findTitle={findTitle} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

type AlternativeProps = { readonly arm: GuideArm; readonly findTitle: (id: string) => string }

function Alternative({ arm, findTitle }: AlternativeProps) {
  const missed = arm.shortOf.map(findTitle).join(' and ')
  const reason = missed === '' ? describeArmVerdict(arm) : `Misses ${missed}`
  return (
    <li className={styles.alternative}>
      <span>
        <b>{arm.label}</b>{' '}
        <span className={styles.muted}>
          {keepUnits(describeArmEffects(arm))}. {reason}.
        </span>
      </span>
      <UsePickButton pick={arm.pick} />
    </li>
  )
}
