import { Link } from 'wouter'
import type { ReplayContextMessage } from '../../../../shared/domain/replay-context.ts'
import { showControls } from '../../../../shared/lib/show-controls.ts'
import { routes } from '../../../lib/routes.ts'
import { useReplay } from '../replay-view.tsx'
import styles from './context.module.css'

/** More links than this are no help. */
const mostLinks = 12

/** Where a message of a context came from, and what a condensation wrote in its place. */
export function ContextDetail({ message }: { readonly message: ReplayContextMessage }) {
  const { taskId } = useReplay()
  const { sources, since, text } = message
  const more = sources.length - mostLinks
  return (
    <div className={styles.detail} role="group" aria-label="The selected message">
      <p className={styles.origin}>
        {sources.length === 0 ? 'Written by the condensation' : since === null ? 'As recorded:' : 'Made of:'}{' '}
        {sources.slice(0, mostLinks).map((source) => (
          <Link key={source} href={routes.message(taskId, source)} className={styles.source ?? ''}>
            message {source}
          </Link>
        ))}
        {more > 0 && <span>and {more} more</span>}
        {since !== null && <span className={styles.muted}>before request {since}</span>}
      </p>
      {text !== null && (
        <pre className={styles.text} tabIndex={0} aria-label="Text">
          {showControls(text)}
        </pre>
      )}
    </div>
  )
}
