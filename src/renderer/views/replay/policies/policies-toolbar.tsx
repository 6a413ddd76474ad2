import { Button, FileButton } from '@mantine/core'
import { IconArrowBackUp, IconDownload, IconFile, IconFolderOpen } from '@tabler/icons-react'
import { CopyTextButton } from '../../../components/copy-text-button.tsx'
import { downloadText } from '../../../components/download-text.ts'
import styles from './policies.module.css'
import { SweepButton } from './sweep-button.tsx'
import { WindowOfAll } from './window-of-all.tsx'
import type { PolicyDraft } from './use-policy-draft.ts'

/** The name of the file that is saved, which the command names too. */
export const policyFileName = 'replay-policies.yaml'

/** What can be done with the list of policies. Whatever replaces it can be undone. */
export function PoliciesToolbar({
  draft,
  command,
}: {
  readonly draft: PolicyDraft
  readonly command: string
}) {
  const quiet = { variant: 'subtle', color: 'gray' } as const
  return (
    <div className={styles.bar} role="toolbar" aria-label="Policies">
      <SweepButton draft={draft} />
      <WindowOfAll draft={draft} />
      <span className={styles.spring} />
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
        disabled={draft.text === draft.fresh}
        onClick={() => draft.replace(draft.fresh)}
      >
        Usual policies
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
        onClick={() => downloadText(policyFileName, draft.text, 'application/yaml')}
      >
        Save YAML
      </Button>
      <CopyTextButton text={command} label="Copy command" />
    </div>
  )
}
