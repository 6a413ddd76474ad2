import { Link } from 'wouter'
import { Toolbar } from '../../../components/toolbar.tsx'
import { DraftButtons } from '../../../components/yaml-editor/draft-buttons.tsx'
import { routes } from '../../../lib/routes.ts'
import { StartButton } from './start-button.tsx'
import type { ExperimentDraft } from './use-experiment-draft.ts'

type EditorToolbarProps = { readonly draft: ExperimentDraft; readonly fresh: string }

/** What can be done with the draft. Whatever replaces it can be undone. */
export function EditorToolbar({ draft, fresh }: EditorToolbarProps) {
  const name = typeof draft.value['name'] === 'string' ? draft.value['name'] : ''
  return (
    <Toolbar title="New experiment">
      <Link href={routes.experiments}>All experiments</Link>
      <Toolbar.Spring />
      <DraftButtons
        draft={draft}
        fresh={fresh}
        freshLabel="Begin anew"
        fileName={`${fileNameOf(name)}.yaml`}
      />
      <StartButton draft={draft} />
    </Toolbar>
  )
}

function fileNameOf(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '') || 'experiment'
  )
}
