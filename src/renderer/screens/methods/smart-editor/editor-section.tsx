import { useId, type ReactNode } from 'react'
import { Heading } from '../../../ui/layout/layout.tsx'
import styles from './smart-editor.module.css'

/** Fields that belong together, below their name: the pane is too narrow for names at the side. */
export function EditorSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <Heading id={id} component="h3">
        {title}
      </Heading>
      {children}
    </section>
  )
}
