import type { ImportProblem } from '../../../shared/library/task-types.ts'
import type { TableColumn } from './table-column.ts'
import styles from './problem-list.module.css'

/** Columns of the problems as they are copied. */
export const problemColumns: readonly Pick<TableColumn<ImportProblem>, 'header' | 'value'>[] = [
  { header: 'Severity', value: ({ severity }) => severity },
  { header: 'File', value: ({ file }) => file },
  { header: 'Place', value: ({ place }) => place },
  { header: 'Reason', value: ({ reason }) => reason },
]

/** Problems of an import: file, place, reason. */
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
