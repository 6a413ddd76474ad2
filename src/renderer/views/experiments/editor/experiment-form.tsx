import { useMemo } from 'react'
import type { ExperimentIssue } from '../../../../shared/domain/experiment-file.ts'
import { EditorContext } from '../../../components/editor-fields/editor-context.ts'
import { TextField } from '../../../components/editor-fields/text-field.tsx'
import { FormSection } from '../../../components/form-section.tsx'
import { AssertionFields } from './assertion-fields.tsx'
import { CheckpointFields } from './checkpoint-fields.tsx'
import { variantIds } from './completion-sources.ts'
import styles from './experiment-editor.module.css'
import { MetricFields } from './metric-fields.tsx'
import { RunFields } from './run-fields.tsx'
import { TaskFields } from './task-fields.tsx'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'
import type { ExperimentDraft } from './use-experiment-draft.ts'
import { VariantFields } from './variant-fields.tsx'
import { VerdictFields } from './verdict-fields.tsx'

type ExperimentFormProps = {
  readonly draft: ExperimentDraft
  readonly choices: EditorChoices
  readonly issues: readonly ExperimentIssue[]
}

/** The experiment as fields. */
export function ExperimentForm({ draft, choices, issues }: ExperimentFormProps) {
  const placed = useMemo(
    () => issues.map(({ message, path }) => ({ message, path: path.split('.') })),
    [issues],
  )
  const variants = variantIds(draft.value)
  return (
    <EditorContext
      value={{
        settings: draft.value,
        issues: placed,
        set: (path, value) => draft.edit({ kind: 'set', path, value }),
      }}
    >
      <section className={styles.form} aria-label="The experiment as a form">
        <div className={styles.page}>
          {draft.textError !== null && (
            <p className={styles.stale} role="status">
              The YAML cannot be read, so the form still shows the experiment from before and changes nothing:{' '}
              {draft.textError}
            </p>
          )}
          <FormSection title="Experiment" layout="stack">
            <div className={styles.full}>
              <TextField path={['name']} label="Name" />
            </div>
            <div className={styles.full}>
              <TextField path={['question']} label="Question that it is to answer" isOptional isLong />
            </div>
          </FormSection>
          <TaskFields tasks={choices.tasks} draft={draft} />
          <CheckpointFields />
          <VariantFields choices={choices} onEdit={draft.edit} />
          <MetricFields choices={choices} />
          <RunFields />
          <VerdictFields choices={choices} variants={variants} />
          <AssertionFields choices={choices} variants={variants} />
        </div>
      </section>
    </EditorContext>
  )
}
