import { useState, type DragEvent, type ReactNode } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { useTaskOpener } from '../data/use-task-opener.ts'
import styles from './drop-zone.module.css'

/** Takes folders and files anywhere on the window. */
export function DropZone({ children }: { readonly children: ReactNode }) {
  const { host } = useEngine()
  const { open } = useTaskOpener()
  const [over, setOver] = useState(false)
  const withFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')
  return (
    <div
      onDragEnter={(event) => withFiles(event) && setOver(true)}
      onDragOver={(event) => withFiles(event) && event.preventDefault()}
      onDragLeave={(event) => event.relatedTarget === null && setOver(false)}
      onDrop={(event) => {
        if (!withFiles(event)) return
        event.preventDefault()
        setOver(false)
        void open(host.sourcesOfDrop(event.dataTransfer))
      }}
    >
      {children}
      {over && (
        <div className={styles.overlay}>Drop a task folder, a folder of task folders, or a JSON history</div>
      )}
    </div>
  )
}
