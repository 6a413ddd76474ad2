import { Button, Menu, Switch } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReportFormat } from '../../../shared/api/experiments.ts'
import { downloadText } from '../../components/download-text.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { useExperiment } from './experiment-context.ts'
import styles from './export-menu.module.css'

type ExportChoice = {
  readonly format: ReportFormat
  readonly withResults?: true
  readonly label: string
  readonly about: string
}

const choices: readonly ExportChoice[] = [
  { format: 'html', label: 'HTML report', about: 'One file, opens without a network, can be verified' },
  { format: 'md', label: 'Markdown report', about: 'For issues and reviews' },
  { format: 'csv', label: 'CSV', about: 'One row a cell' },
  { format: 'json', label: 'JSON', about: 'Can be imported again' },
  { format: 'json', withResults: true, label: 'JSON with results', about: 'With every condensed context' },
  { format: 'jsonl', label: 'JSON Lines', about: 'One line a cell' },
]

/** The experiment as a file. */
export function ExportMenu() {
  const { client } = useEngine()
  const { detail } = useExperiment()
  const [redact, setRedact] = useState(false)
  const save = useMutation({
    mutationFn: async ({ format, withResults }: ExportChoice) => {
      const report = await client.experiments.export({
        experimentId: detail.summary.id,
        format,
        redact,
        ...(withResults === undefined ? {} : { withResults }),
      })
      downloadText(report.fileName, report.text, report.mediaType)
    },
  })
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 0 }} width={280}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            loading={save.isPending}
          >
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {choices.map((choice) => (
            <Menu.Item key={choice.label} onClick={() => save.mutate(choice)}>
              {choice.label}
              <span className={styles.about}>{choice.about}</span>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            closeMenuOnClick={false}
            role="menuitemcheckbox"
            aria-checked={redact}
            onClick={() => setRedact(!redact)}
          >
            <span className={styles.redact}>
              Redact
              <Switch checked={redact} readOnly tabIndex={-1} aria-hidden />
            </span>
            <span className={styles.about}>Replaces paths, addresses, keys and user names</span>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {save.isError && (
        <div className={styles.problem}>
          <ErrorPanel title="Could not export" problem={toProblem(save.error)} onDismiss={save.reset} />
        </div>
      )}
    </>
  )
}
