import { Button, Popover } from '@mantine/core'
import { IconDownload, IconTerminal2 } from '@tabler/icons-react'
import { CopyTextButton } from '../../../components/copy-text-button.tsx'
import { downloadText } from '../../../components/download-text.ts'
import styles from './command-button.module.css'

type CommandButtonProps = {
  readonly command: string
  readonly fileName: string
  /** What the file holds. */
  readonly text: string
}

/** The same replay from the command line, in the two steps that it takes. */
export function CommandButton({ command, fileName, text }: CommandButtonProps) {
  return (
    <Popover position="bottom-end" trapFocus withRoles width={460}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconTerminal2 size={14} aria-hidden />}>
          Command
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="The same replay from the command line">
        <ol className={styles.steps}>
          <li>
            <p>
              Save the policies as <strong>{fileName}</strong>.
            </p>
            <Button
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => downloadText(fileName, text, 'application/yaml')}
            >
              Save policies
            </Button>
          </li>
          <li>
            <p>Run this in the folder that the file was saved to:</p>
            <pre className={styles.command} tabIndex={0} aria-label="The command">
              {command}
            </pre>
            <CopyTextButton text={command} label="Copy command" />
          </li>
        </ol>
      </Popover.Dropdown>
    </Popover>
  )
}
