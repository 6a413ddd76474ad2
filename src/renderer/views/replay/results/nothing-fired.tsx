import { Link } from 'wouter'
import { leftOutText } from '../../../../shared/words/recorded-words.ts'
import { formatTokens } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { useReplay } from '../replay-view.tsx'
import styles from './results.module.css'

/** Says why nothing was gained: no policy ever condensed, or none was played that could. */
export function NothingFired() {
  const { taskId, result } = useReplay()
  const own = result.policies.filter(({ id }) => id !== 'recorded' && id !== 'none')
  if (own.some(({ firings }) => firings.length > 0)) return null
  const peak = Math.max(0, ...own.map(({ peakContext }) => peakContext))
  const isLeftOut = leftOutText(result.recorded) !== ''
  const isPlayed = result.policies.some(({ requests }) => requests.length > 0)
  if (!isPlayed)
    return (
      <p className={styles.notice} role="status">
        No request of this task can be played, for the reasons above.
      </p>
    )
  if (own.length === 0)
    return (
      <p className={styles.notice} role="status">
        No policy with a provider was played, so nothing was condensed anew.{' '}
        <Link href={routes.replay(taskId, 'policies')}>Add a policy that condenses</Link>
      </p>
    )
  // A note says that a trigger fired and why nothing came of it.
  if (own.some(({ notes }) => notes.length > 0))
    return (
      <p className={styles.notice} role="status">
        {isLeftOut ? 'In the rest no policy condensed' : 'No policy condensed'} anything: the notes on each
        say what came in between.
      </p>
    )
  return (
    <p className={styles.notice} role="status">
      {isLeftOut ? 'In the rest no policy condensed' : 'No policy condensed'}: the context never came above{' '}
      {formatTokens(peak)}.{' '}
      <Link href={routes.replay(taskId, 'policies')}>Give the policies a smaller window or threshold</Link>
    </p>
  )
}
