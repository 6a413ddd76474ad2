import { useMemo } from 'react'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { DraftHalves } from '../../../components/yaml-editor/draft-halves.tsx'
import { YamlPane } from '../../../components/yaml-editor/yaml-pane.tsx'
import { useEditorChoices } from '../../../data/use-editor-choices.ts'
import { useSplitLayout } from '../../../data/use-split-layout.ts'
import { policyCompletions } from './policy-completions.ts'
import { PoliciesForm } from './policies-form.tsx'
import { PoliciesToolbar } from './policies-toolbar.tsx'
import type { PolicyDraft } from './use-policy-draft.ts'
import styles from '../replay.module.css'

/** The policies twice over, as a form and as YAML. */
export function PoliciesPane({ draft }: { readonly draft: PolicyDraft }) {
  const choices = useEditorChoices()
  const split = useSplitLayout('replay-policies', 60)
  const issues = useMemo(() => (draft.check?.ok === false ? draft.check.issues : []), [draft.check])
  const complete = useMemo(() => policyCompletions(choices, draft.value), [choices, draft.value])
  return (
    <>
      <PoliciesToolbar draft={draft} />
      {draft.isFromElsewhere && (
        <p className={styles.stale} role="status">
          These policies were changed in another window and are shown here now. Undo brings back those that
          stood here.
        </p>
      )}
      <DraftHalves
        id="replay-policies"
        draft={draft}
        {...split}
        form={<PoliciesForm draft={draft} choices={choices} issues={issues} />}
        yaml={
          <YamlPane label="The policies as YAML" draft={draft} issues={issues} complete={complete}>
            {draft.checkProblem !== null && (
              <ErrorPanel title="Could not be checked" problem={draft.checkProblem} />
            )}
          </YamlPane>
        }
      />
    </>
  )
}
