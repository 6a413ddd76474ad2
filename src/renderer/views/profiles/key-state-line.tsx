import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { KeyState, ProfileList } from '../../../shared/api/profiles.ts'
import styles from './profile-editor.module.css'

type KeyStateLineProps = { readonly state: KeyState; readonly storage: ProfileList['keyStorage'] }

/** Whether there is a key, where it comes from, and what is not as it should be. */
export function KeyStateLine({ state, storage }: KeyStateLineProps) {
  const isFine = state.source !== 'missing' && state.source !== 'plain-text'
  const Mark = isFine ? IconCircleCheck : IconAlertTriangle
  return (
    <>
      <span className={styles.state}>
        <Mark size={16} stroke={1.75} className={isFine ? styles.fine : styles.caution} aria-hidden />
        <span>
          {sentenceOf(state)}{' '}
          {state.variables.length > 0 && (
            <>
              {state.source === 'environment' ? 'Looked at: ' : 'Variables that are looked at: '}
              <span className={styles.variables}>{state.variables.join(', ')}</span>.
            </>
          )}
        </span>
      </span>
      {storage === 'none' && state.source === 'missing' && (
        <span className={styles.note}>
          This door stores no keys. Set the variable before Dewpoint starts, and start it again; the desktop
          app can store one.
        </span>
      )}
      {storage === 'unprotected' && (
        <span className={styles.caution}>
          This system offers no protected storage: a key that is stored here can be read by any program of
          this user. An environment variable is safer.
        </span>
      )}
    </>
  )
}

function sentenceOf({ source }: KeyState): string {
  switch (source) {
    case 'stored':
      return 'A key is stored, protected by the system.'
    case 'plain-text':
      return 'A key is stored without protection.'
    case 'environment':
      return 'The key comes from the environment.'
    case 'not-needed':
      return 'No key is needed here.'
    default:
      return 'There is no key.'
  }
}
