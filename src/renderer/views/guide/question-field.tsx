import type { GuideQuestion } from '../../../shared/domain/guide.ts'
import { keepUnits } from './keep-units.ts'
import styles from './question-field.module.css'

type QuestionFieldProps = {
  readonly question: GuideQuestion
  readonly answerId: string | null
  /** Null leaves the question open. */
  readonly onAnswer: (answerId: string | null) => void
}

/** A question with its answers; the first is to leave it open. */
export function QuestionField({ question, answerId, onAnswer }: QuestionFieldProps) {
  const choices = [{ id: null, label: 'Left open' }, ...question.answers]
  return (
    <fieldset className={styles.field} aria-describedby={`guide-${question.id}`}>
      <legend className={styles.title}>{question.title}</legend>
      <p id={`guide-${question.id}`} className={styles.text}>
        {question.text}
      </p>
      {choices.map((choice) => (
        <label
          key={choice.id}
          className={styles.answer}
          data-selected={choice.id !== null && choice.id === answerId}
        >
          <input
            type="radio"
            name={`guide-${question.id}`}
            className={styles.radio}
            checked={choice.id === answerId}
            onChange={() => onAnswer(choice.id)}
          />
          <span className={choice.id === null ? styles.open : undefined}>{keepUnits(choice.label)}</span>
        </label>
      ))}
    </fieldset>
  )
}
