import { useMemo } from 'react'
import type { ExperimentIssue } from '../../../../shared/domain/experiment-file.ts'
import { CodeView } from '../../../components/code-view.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { schemaOfSettings, suggestionsFor } from './completion-sources.ts'
import { experimentCompletions } from './experiment-completions.ts'
import styles from './experiment-editor.module.css'
import { experimentSchema } from './experiment-schema.ts'
import { PlanNote } from './plan-note.tsx'
import type { EditorChoices } from './use-editor-choices.ts'
import type { ExperimentDraft } from './use-experiment-draft.ts'

type ExperimentYamlProps = {
  readonly draft: ExperimentDraft
  readonly choices: EditorChoices
  readonly issues: readonly ExperimentIssue[]
}

/** The experiment as YAML, with what can be written at each place, what is wrong, and what it would do. */
export function ExperimentYaml({ draft, choices, issues }: ExperimentYamlProps) {
  const { value } = draft
  const complete = useMemo(() => {
    const suggestions = suggestionsFor(choices, value)
    const schemaAt = schemaOfSettings(choices, value)
    return (before: string) =>
      experimentCompletions(before, { schema: experimentSchema, schemaAt, suggestions })
  }, [choices, value])
  return (
    <section className={styles.yaml} aria-label="The experiment as YAML">
      <div className={styles.text}>
        <CodeView
          value={draft.text}
          revision={draft.revision}
          language="yaml"
          label="The experiment as YAML"
          onChange={draft.changeText}
          markers={issues}
          complete={complete}
        />
      </div>
      {draft.checkProblem !== null && (
        <ErrorPanel title="Could not be checked" problem={draft.checkProblem} />
      )}
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
      {draft.check?.ok === true && <PlanNote plan={draft.check.plan} />}
    </section>
  )
}
