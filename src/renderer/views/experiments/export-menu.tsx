import { Button, Menu, Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Report, ReportFormat } from '../../../shared/api/experiments.ts'
import { showControls } from '../../../shared/lib/show-controls.ts'
import { downloadText } from '../../components/download-text.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useEngine } from '../../data/engine-context.ts'
import type { Host } from '../../data/host.ts'
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
  const { client, host } = useEngine()
  const { detail } = useExperiment()
  const [redact, setRedact] = useState(false)
  const report = ({ format, withResults }: Pick<ExportChoice, 'format' | 'withResults'>) =>
    client.experiments.export({
      experimentId: detail.summary.id,
      format,
      redact,
      ...(withResults === undefined ? {} : { withResults }),
    })
  const save = useMutation({
    mutationFn: async (choice: ExportChoice | 'pdf') => {
      if (choice === 'pdf') return savePdf(host, await report({ format: 'html' }))
      const { fileName, text, mediaType } = await report(choice)
      downloadText(fileName, text, mediaType)
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
          {host.savePdf !== null && (
            <Menu.Item onClick={() => save.mutate('pdf')}>
              PDF
              <span className={styles.about}>The HTML report, printed</span>
            </Menu.Item>
          )}
          <Menu.Divider />
          <RedactItem redact={redact} onRedact={setRedact} />
          <BaselineNote />
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

/** Reports are of the file: what is chosen here, or hidden, is not in them. */
function BaselineNote() {
  const { detail, names, baselineId } = useExperiment()
  const own = detail.plan.baselineId
  if (names.isBlind)
    return <Menu.Label>Exports name the variants and compare with the baseline of the file.</Menu.Label>
  if (baselineId === own) return null
  return (
    <Menu.Label>
      Exports compare with the baseline of the file, {showControls(names.nameOf(own))}, not with{' '}
      {showControls(names.nameOf(baselineId))}.
    </Menu.Label>
  )
}

type RedactItemProps = { readonly redact: boolean; readonly onRedact: (redact: boolean) => void }

function RedactItem({ redact, onRedact }: RedactItemProps) {
  return (
    <Menu.Item
      closeMenuOnClick={false}
      role="menuitemcheckbox"
      aria-checked={redact}
      onClick={() => onRedact(!redact)}
    >
      <span className={styles.redact}>
        Redact
        <Switch checked={redact} readOnly tabIndex={-1} aria-hidden />
      </span>
      <span className={styles.about}>Replaces paths, addresses, keys and user names</span>
    </Menu.Item>
  )
}

async function savePdf({ savePdf: print }: Host, { text, fileName }: Report): Promise<void> {
  const outcome = await print?.({ text, fileName: fileName.replace(/\.html$/, '.pdf') })
  if (outcome?.kind === 'failed') throw new Error(outcome.message)
  if (outcome?.kind === 'saved') notifications.show({ title: 'Saved as PDF', message: fileName })
}
