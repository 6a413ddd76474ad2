import type { Settings } from '../../../shared/domain/provider.ts'
import { changedSettings } from './changed-settings.ts'
import styles from './presets.module.css'

type ChangedSettingsListProps = {
  readonly before: Settings
  readonly after: Settings
  /** Changes that are shown; more are counted. */
  readonly most: number
}

/** What differs between two settings, a line for each value. */
export function ChangedSettingsList({ before, after, most }: ChangedSettingsListProps) {
  const changes = changedSettings(before, after)
  const more = changes.length - most
  if (changes.length === 0) return <span className={styles.about}>the same settings</span>
  return (
    <ul className={styles.changes} title={changes.join('\n')}>
      {changes.slice(0, most).map((change) => (
        <li key={change}>{change}</li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  )
}
