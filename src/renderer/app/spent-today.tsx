import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { formatUsd } from '../../shared/lib/format-figures.ts'
import { useEngine } from '../data/engine-context.ts'
import { countOf, formatLimitUsd } from '../lib/format.ts'
import { routes } from '../lib/routes.ts'
import styles from './status-bar.module.css'

/** Share of the limit from which the figure asks for attention. */
const nearLimit = 0.9

/** What models cost today, of how much. Nothing where nothing was asked and nothing is limited. */
export function SpentToday() {
  const { queries } = useEngine()
  const spending = useQuery(queries.policy.spendingToday.queryOptions()).data
  if (spending === undefined || (spending.calls === 0 && spending.limitUsd === null)) return null
  const { spentUsd, reservedUsd, limitUsd, calls } = spending
  const isNear = limitUsd !== null && spentUsd + reservedUsd >= limitUsd * nearLimit
  return (
    <Link
      href={routes.settings}
      className={styles.spent ?? ''}
      data-near={isNear}
      title={`${countOf(calls, 'call')} to models today${reservedUsd > 0 ? `, up to ${formatUsd(reservedUsd)} more under way` : ''}`}
    >
      Today {formatUsd(spentUsd)}
      {limitUsd !== null && ` of ${formatLimitUsd(limitUsd)}`}
    </Link>
  )
}
