import { Link } from 'wouter'
import type { SearchHit } from '../../../../shared/domain/library.ts'
import { showControls } from '../../../../shared/lib/show-controls.ts'
import type { TableColumn } from '../../../components/table-column.ts'
import { formatTime } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import styles from './message-search.module.css'

const textOf = ({ snippet }: SearchHit): string => snippet.map(({ text }) => text).join('')

/** What is shown of a message that was found. */
export const hitColumns: readonly TableColumn<SearchHit>[] = [
  {
    id: 'text',
    header: 'Message',
    value: textOf,
    cell: (hit) => (
      <Link href={routes.message(hit.taskId, hit.messageIndex)} className={styles.hit ?? ''}>
        <span className={styles.place}>#{hit.messageIndex}</span>
        <span className={styles.role}>{hit.role}</span>
        <span className={styles.snippet}>
          {hit.snippet.map(({ text, isMatch }, index) =>
            isMatch ? (
              <mark key={index}>{showControls(text)}</mark>
            ) : (
              <span key={index}>{showControls(text)}</span>
            ),
          )}
        </span>
      </Link>
    ),
  },
  {
    id: 'time',
    header: 'Time',
    width: 130,
    align: 'end',
    value: ({ ts }) => ts,
    cell: ({ ts }) => formatTime(ts),
    total: (hits) =>
      hits.reduce<number | null>((last, { ts }) => (ts === null ? last : Math.max(last ?? ts, ts)), null),
    totalCell: formatTime,
  },
]

/** What is copied of it. */
export const copiedHitColumns: readonly Pick<TableColumn<SearchHit>, 'header' | 'value'>[] = [
  { header: 'Task', value: ({ taskTitle }) => taskTitle },
  { header: 'Number', value: ({ messageIndex }) => messageIndex },
  { header: 'Role', value: ({ role }) => role },
  { header: 'Time', value: ({ ts }) => (ts === null ? null : formatTime(ts)) },
  { header: 'Text', value: textOf },
]
