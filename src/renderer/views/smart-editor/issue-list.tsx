import type { SettingIssue } from '../../../shared/api/providers.ts'
import type { Settings } from '../../../shared/domain/provider.ts'
import { nameOfPass } from './passes-of.ts'
import styles from './smart-editor.module.css'

type IssueListProps = {
  readonly issues: readonly SettingIssue[]
  readonly passes: readonly Settings[]
  readonly onSelect: (selected: number | null) => void
}

/** Everything that does not fit, each leading to the pass that it is in. */
export function IssueList({ issues, passes, onSelect }: IssueListProps) {
  if (issues.length === 0) return null
  return (
    <ul className={styles.issues} aria-label="What does not fit">
      {issues.map((issue, index) => {
        const place = issue.path[0] === 'passes' && typeof issue.path[1] === 'number' ? issue.path[1] : null
        const pass = place === null ? undefined : passes[place]
        return (
          <li key={index}>
            <button type="button" className={styles.issue} onClick={() => onSelect(place)}>
              {pass === undefined || place === null ? 'General' : nameOfPass(pass, place)},{' '}
              {issue.path.slice(place === null ? 0 : 2).join('.') || 'as a whole'}: {issue.message}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
