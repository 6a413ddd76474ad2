import type { ReactNode } from 'react'
import type { ExperimentIssue } from '../../../../shared/experiments/experiment-file-types.ts'
import { CodeView } from '../code/code-view.tsx'
import type { Complete } from '../code/yaml-completion.ts'
import type { TextDraft } from './use-text-draft.ts'
import styles from './yaml-pane.module.css'

type YamlPaneProps = {
  readonly label: string
  readonly draft: TextDraft
  readonly issues: readonly ExperimentIssue[]
  readonly complete: Complete
  /** What stands below the text and its faults. */
  readonly children?: ReactNode
}

/** A file as YAML, with what can be written at each place, and what is wrong at which line. */
export function YamlPane({ label, draft, issues, complete, children }: YamlPaneProps) {
  return (
    <section className={styles.yaml} aria-label={label}>
      <div className={styles.text}>
        <CodeView
          value={draft.text}
          revision={draft.revision}
          language="yaml"
          label={label}
          onChange={draft.changeText}
          markers={issues}
          complete={complete}
        />
      </div>
      {issues.length > 0 && (
        <ul className={styles.faults} aria-label="What is wrong">
          {issues.map(({ message, path, line }, index) => (
            <li key={index}>
              <span className={styles.place}>{line > 0 ? `line ${line}` : 'file'}</span>
              <span className={styles.fault}>
                {path !== '' && `${path}: `}
                {message}
              </span>
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  )
}
