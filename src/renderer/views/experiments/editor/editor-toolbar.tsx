import { Button, FileButton } from '@mantine/core'
import { IconArrowBackUp, IconDownload, IconFile, IconFolderOpen } from '@tabler/icons-react'
import { Link } from 'wouter'
import { downloadText } from '../../../components/download-text.ts'
import { Toolbar } from '../../../components/toolbar.tsx'
import { routes } from '../../../lib/routes.ts'
import { StartButton } from './start-button.tsx'
import type { ExperimentDraft } from './use-experiment-draft.ts'

type EditorToolbarProps = { readonly draft: ExperimentDraft; readonly fresh: string }

/** What can be done with the draft. Whatever replaces it can be undone. */
export function EditorToolbar({ draft, fresh }: EditorToolbarProps) {
  const quiet = { variant: 'subtle', color: 'gray' } as const
  const name = typeof draft.value['name'] === 'string' ? draft.value['name'] : ''
  return (
    <Toolbar title="New experiment">
      <Link href={routes.experiments}>All experiments</Link>
      <Toolbar.Spring />
      <Button
        {...quiet}
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        disabled={!draft.canUndo}
        onClick={draft.undo}
      >
        Undo
      </Button>
      <Button
        {...quiet}
        leftSection={<IconFile size={14} aria-hidden />}
        disabled={draft.text === fresh}
        onClick={() => draft.replace(fresh)}
      >
        Begin anew
      </Button>
      <FileButton
        accept=".yaml,.yml,.json"
        onChange={(file) => file !== null && void file.text().then(draft.replace)}
      >
        {(props) => (
          <Button {...props} {...quiet} leftSection={<IconFolderOpen size={14} aria-hidden />}>
            Open YAML
          </Button>
        )}
      </FileButton>
      <Button
        {...quiet}
        leftSection={<IconDownload size={14} aria-hidden />}
        onClick={() => downloadText(`${fileNameOf(name)}.yaml`, draft.text, 'application/yaml')}
      >
        Save YAML
      </Button>
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
