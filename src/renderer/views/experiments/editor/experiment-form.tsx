import type { ExperimentIssue } from '../../../../shared/domain/experiment-file.ts'
import { TextField } from '../../../components/editor-fields/text-field.tsx'
import { FormSection } from '../../../components/form-section.tsx'
import { DraftForm } from '../../../components/yaml-editor/draft-form.tsx'
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
  const variants = variantIds(draft.value)
  return (
    <DraftForm subject="the experiment" draft={draft} issues={issues}>
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
    </DraftForm>
  )
}
