import { Modal } from '@mantine/core'
import { DiscoveredList } from './discovered-list.tsx'
import styles from './sources.module.css'
import { WatchedList } from './watched-list.tsx'

/** Where the tasks of the Library come from: storage of agents, and the folders that are followed. */
export function SourcesDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Sources" size={680}>
      <section aria-label="On this machine">
        <h3 className={styles.heading}>On this machine</h3>
        <DiscoveredList whenNone="No storage of an agent was found where agents keep it. Open a folder instead." />
      </section>
      <section aria-label="Watched">
        <h3 className={styles.heading}>Watched folders</h3>
        <WatchedList />
        <p className={styles.none}>
          Tasks of a folder that is no longer watched stay in the Library. Nothing on disk is ever changed.
        </p>
      </section>
    </Modal>
  )
}
