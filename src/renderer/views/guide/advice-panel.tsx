import { IconAlertTriangle } from '@tabler/icons-react'
import type { GuideAdvice, GuideQuestion } from '../../../shared/domain/guide.ts'
import { Tag } from '../../components/tag.tsx'
import styles from './advice-panel.module.css'
import { keepUnits } from './keep-units.ts'
import { UsePickButton } from './use-pick-button.tsx'
import { measuredText, type MeasuredKind } from './measured-text.ts'
import { useMeasured } from './use-measured.ts'

const shown: readonly MeasuredKind[] = ['reduction', 'duration', 'cost']

type AdvicePanelProps = { readonly advice: GuideAdvice; readonly questions: readonly GuideQuestion[] }

/** What to take, why, what cannot be had together, what to know, and what else would do. */
export function AdvicePanel({ advice, questions }: AdvicePanelProps) {
  const { recommendation, reasons, conflicts, cautions, alternatives } = advice
  const titleOf = (id: string | null): string =>
    questions.find((question) => question.id === id)?.title ?? 'Overall'
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <div role="status">
          <h2 className={styles.title}>{recommendation.label}</h2>
        </div>
        <UsePickButton pick={recommendation} isMain />
      </div>
      <MeasuredLine providerId={recommendation.providerId} />
      {conflicts.map(({ givenUp, text }) => (
        <p key={givenUp} className={styles.conflict}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span>
            <b>Conflict.</b> {keepUnits(text)}
          </span>
        </p>
      ))}
      <h3 className={styles.heading}>Why</h3>
      <ul className={styles.list} aria-label="Reasons">
        {reasons.map(({ question, text }) => (
          <li key={text} className={styles.reason}>
            <Tag>{titleOf(question)}</Tag>
            <span>{keepUnits(text)}</span>
          </li>
        ))}
      </ul>
      {cautions.length > 0 && (
        <>
          <h3 className={styles.heading}>Good to know</h3>
          <ul className={styles.list}>
            {cautions.map((text) => (
              <li key={text} className={styles.caution}>
                {keepUnits(text)}
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 className={styles.heading}>Instead</h3>
      <ul className={styles.list} aria-label="Alternatives">
        {alternatives.map((alternative) => (
          <li key={alternative.label} className={styles.alternative}>
            <span>
              <b>{alternative.label}.</b>{' '}
              <span className={styles.muted}>{keepUnits(alternative.reason)}</span>
            </span>
            <UsePickButton pick={alternative} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What one’s own runs of a provider came to: the figures of the guide are claims. */
function MeasuredLine({ providerId }: { readonly providerId: string }) {
  const measured = useMeasured()
  if (measured === null) return null
  const figures = measured.of(providerId)
  const texts = shown.flatMap((kind) => measuredText(figures, kind) ?? [])
  return (
    <p className={styles.measured}>
      {texts.length === 0
        ? 'You have no runs of it yet, so all figures here are claims.'
        : `Medians of your runs, all presets: ${texts.join(' · ')}`}
    </p>
  )
}
