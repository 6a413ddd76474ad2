import { useMemo } from 'react'
import type { ExperimentIssue } from '../../../../shared/domain/experiment-file.ts'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { schemaOfSettings, suggestionsFor } from './completion-sources.ts'
import { YamlPane } from '../../../components/yaml-editor/yaml-pane.tsx'
import { yamlCompletions } from '../../../components/yaml-editor/yaml-completions.ts'
import { experimentSchema } from './experiment-schema.ts'
import { PlanNote } from './plan-note.tsx'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'
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
    return (before: string) => yamlCompletions(before, { schema: experimentSchema, schemaAt, suggestions })
  }, [choices, value])
  return (
    <YamlPane label="The experiment as YAML" draft={draft} issues={issues} complete={complete}>
      {draft.checkProblem !== null && (
        <ErrorPanel title="Could not be checked" problem={draft.checkProblem} />
      )}
      {draft.check?.ok === true && <PlanNote plan={draft.check.plan} />}
    </YamlPane>
  )
}
