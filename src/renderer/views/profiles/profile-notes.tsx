import { IconAlertTriangle } from '@tabler/icons-react'
import type { ProfileView } from '../../../shared/api/profiles.ts'
import styles from './profile-editor.module.css'

/** Why no call can be made with a saved profile, and what is odd about it. */
export function ProfileNotes({ saved }: { readonly saved: ProfileView }) {
  const notes = [saved.obstacle, ...saved.warnings].filter((note) => note !== '')
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes} aria-label="What stands in the way">
      {notes.map((note) => (
        <li key={note} className={styles.state}>
          <IconAlertTriangle size={16} stroke={1.75} className={styles.caution} aria-hidden />
          {note}
        </li>
      ))}
    </ul>
  )
}
