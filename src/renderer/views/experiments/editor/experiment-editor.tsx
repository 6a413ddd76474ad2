import { useMemo } from 'react'
import { DraftHalves } from '../../../components/yaml-editor/draft-halves.tsx'
import { useSplitLayout } from '../../../data/use-split-layout.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { ExperimentForm } from './experiment-form.tsx'
import { ExperimentYaml } from './experiment-yaml.tsx'
import { useEditorChoices } from '../../../data/use-editor-choices.ts'
import { useExperimentDraft, type StoredDraft } from './use-experiment-draft.ts'

type ExperimentEditorProps = {
  readonly stored: StoredDraft
  /** What to begin anew with. */
  readonly fresh: string
}

/** The same experiment twice over, as a form and as YAML. */
export function ExperimentEditor({ stored, fresh }: ExperimentEditorProps) {
  const draft = useExperimentDraft(stored)
  const choices = useEditorChoices()
  const split = useSplitLayout('experiment-editor', 56)
  const issues = useMemo(() => (draft.check?.ok === false ? draft.check.issues : []), [draft.check])
  return (
    <>
      <EditorToolbar draft={draft} fresh={fresh} />
      <DraftHalves
        id="experiment-editor"
        draft={draft}
        {...split}
        form={<ExperimentForm draft={draft} choices={choices} issues={issues} />}
        yaml={<ExperimentYaml draft={draft} choices={choices} issues={issues} />}
      />
    </>
  )
}
