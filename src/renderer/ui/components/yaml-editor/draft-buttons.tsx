import { Button, FileButton } from '@mantine/core'
import { IconArrowBackUp, IconDownload, IconFile, IconFolderOpen } from '@tabler/icons-react'
import { downloadText } from '../download-text.ts'
import type { TextDraft } from './use-text-draft.ts'

type DraftButtonsProps = {
  readonly draft: TextDraft
  /** What to begin anew with, and what that is called. */
  readonly fresh: string
  readonly freshLabel: string
  /** The name of the file that is saved. */
  readonly fileName: string
}

/** The ways to another draft, and into a file. Whatever replaces the draft can be undone. */
export function DraftButtons({ draft, fresh, freshLabel, fileName }: DraftButtonsProps) {
  const quiet = { variant: 'subtle', color: 'gray' } as const
  return (
    <>
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
        {freshLabel}
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
        onClick={() => downloadText(fileName, draft.text, 'application/yaml')}
      >
        Save YAML
      </Button>
    </>
  )
}
