import type { ImportProblem } from '../../shared/domain/task.ts'
import styles from './problem-list.module.css'

/** What could not be read, or was read with a reservation: file, place, reason. */
export function ProblemList({ problems }: { readonly problems: readonly ImportProblem[] }) {
  return (
    <ul className={styles.list}>
      {problems.map((problem, index) => (
        <li key={index} className={styles.item}>
          <span className={styles.severity} data-severity={problem.severity}>
            {problem.severity}
          </span>
          <span className={styles.text}>
            <span className={styles.place}>
              {problem.file}
              {problem.place !== '' && `, ${problem.place}`}
            </span>
            <span>{problem.reason}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
