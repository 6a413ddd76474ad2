import { Select, Button, Group, Modal, Text, Menu, Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Report, ReportFormat } from '../../../shared/experiments/contract.ts'
import { formatInteger, formatUsd } from '../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../shared/kernel/show-controls.ts'
import { describeDoneElsewhere, describeExperimentOwner } from '../../../shared/kernel/words/whose-words.ts'
import type { Host } from '../../data/connection/host.ts'
import { makeDraggable } from '../../data/connection/make-draggable.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { experimentTabs, routes, type ExperimentTab } from '../../lib/routes.ts'
import { downloadText } from '../../ui/components/download-text.ts'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { TabLinks } from '../../ui/components/tab-links.tsx'
import { editYamlText } from '../../ui/components/yaml-editor/edit-yaml-text.ts'
import { Bar, Block, Caption, Heading, Inline, Note, QuietLink, Row } from '../../ui/layout/layout.tsx'
import { ProbeOfExperiment } from '../probe/probe-of-experiment.tsx'
import { useStoredDraft } from './editor/use-experiment-draft.ts'
import { useExperiment } from './experiment-context.ts'
import { ExperimentStatusWord } from './experiment-status.tsx'

type ExportChoice = {
  readonly format: ReportFormat
  readonly withResults?: true
  readonly label: string
  readonly about: string
}

type ExportItemProps = Pick<ExportChoice, 'label' | 'about'> & { readonly onClick: () => void }

const choices: readonly ExportChoice[] = [
  { format: 'html', label: 'HTML report', about: 'One file, opens without a network, can be verified' },
  { format: 'md', label: 'Markdown report', about: 'For issues and reviews' },
  { format: 'csv', label: 'CSV', about: 'One row a cell' },
  { format: 'json', label: 'JSON', about: 'Can be imported again' },
  { format: 'json', withResults: true, label: 'JSON with results', about: 'With every condensed context' },
  { format: 'jsonl', label: 'JSON Lines', about: 'One line a cell' },
]

type RedactItemProps = { readonly redact: boolean; readonly onRedact: (redact: boolean) => void }

const tabLabels: Readonly<Record<ExperimentTab, string>> = {
  results: 'Results',
  cells: 'Cells',
  setup: 'Setup',
}

type ExperimentHeaderProps = {
  readonly place: string | null
  /** The variant that was asked for as the baseline. Its figures may be on their way. */
  readonly baselineId: string
  readonly onBaseline: (variantId: string) => void
}

/** Which experiment it is, how it stands, its parts, and what can be done with it. */
export function ExperimentHeader({ place, baselineId, onBaseline }: ExperimentHeaderProps) {
  const { detail, names } = useExperiment()
  const { id, name, status, cells, costUsd, question, isImported } = detail.summary
  const whose = [describeExperimentOwner(detail.summary), describeDoneElsewhere(detail.cells)].filter(
    (text) => text !== null,
  )
  return (
    <>
      <Row component="header" mih={44} px="md" flex="none">
        <Heading component="h1" display="flex" gap={6} miw={0} nowrap title={showControls(question)}>
          <QuietLink href={routes.experiments} c="dimmed">
            Experiments
          </QuietLink>
          <Inline c="var(--faint)" aria-hidden>
            ▸
          </Inline>
          <Inline cut>{showControls(name)}</Inline>
        </Heading>
        <Note component="span" flex="none" nowrap>
          {formatInteger(cells.done)}/{formatInteger(cells.total)} cells · {formatUsd(costUsd)} ·{' '}
          <ExperimentStatusWord status={status} />
          {whose.map((text) => ` · ${text}`)}
        </Note>
        <Inline flex={1} />
        {detail.plan.probe === undefined && (
          <>
            {!isImported && (
              <ProbeOfExperiment experimentId={id} plan={detail.plan} isOpen={place === 'probe'} />
            )}
            <CopyExperimentButton />
          </>
        )}
        <ExportMenu />
      </Row>
      <Bar>
        <TabLinks
          label="Experiment"
          tabs={experimentTabs}
          current={place === null || place === 'probe' ? 'results' : place}
          labels={tabLabels}
          buildHref={(tab) => routes.experiment(id, tab)}
        />
        <Inline flex={1} />
        <Select
          aria-label="Baseline"
          w={200}
          leftSection={<Caption pl="xs">against</Caption>}
          leftSectionWidth={58}
          data={names.order.map((variantId) => ({ value: variantId, label: names.findName(variantId) }))}
          value={baselineId}
          allowDeselect={false}
          onChange={(next) => next !== null && onBaseline(next)}
        />
      </Bar>
    </>
  )
}

/** Begins a new experiment from this one. A draft that is there already is replaced only when that is said. */
function CopyExperimentButton() {
  const { detail } = useExperiment()
  const [, navigate] = useLocation()
  const [stored, store] = useStoredDraft()
  const [asking, setAsking] = useState(false)
  // Made when it is asked for: the header is drawn anew with every cell that ends.
  const buildOwnText = (): string => {
    const taskIds = [...new Set(detail.plan.checkpoints.map(({ taskId }) => taskId))]
    // Paths of the text begin in a folder that is not known here. The tasks themselves are.
    return editYamlText(detail.text, { kind: 'set', path: ['tasks'], value: taskIds })
  }
  const copy = (): void => {
    store({ text: buildOwnText(), basePath: '' })
    navigate(routes.newExperiment)
  }
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={() => (stored.text === '' || stored.text === buildOwnText() ? copy() : setAsking(true))}
      >
        Edit a copy
      </Button>
      <Modal opened={asking} onClose={() => setAsking(false)} title="Replace the draft of a new experiment?">
        <Text size="sm" mb="lg">
          You already have a draft. Save its YAML first if you want to keep it.
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => navigate(routes.newExperiment)}>
            Go to the draft
          </Button>
          <Button data-autofocus onClick={copy}>
            Replace it
          </Button>
        </Group>
      </Modal>
    </>
  )
}

/** The experiment as a file. */
function ExportMenu() {
  const { client, host } = useEngine()
  const { detail } = useExperiment()
  const [redact, setRedact] = useState(false)
  const exportReport = ({ format, withResults }: Pick<ExportChoice, 'format' | 'withResults'>) =>
    client.experiments.export({
      experimentId: detail.summary.id,
      format,
      redact,
      ...(withResults === undefined ? {} : { withResults }),
    })
  const save = useMutation({
    mutationFn: async (choice: ExportChoice | 'pdf' | 'drag') => {
      if (choice === 'drag') return host.dragOut?.(await exportReport({ format: 'html' }))
      if (choice === 'pdf') return savePdf(host, await exportReport({ format: 'html' }))
      const { fileName, text, mediaType } = await exportReport(choice)
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
            {...makeDraggable(host, () => save.mutate('drag'))}
          >
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {choices.map((choice) => (
            <ExportItem
              key={choice.label}
              label={choice.label}
              about={choice.about}
              onClick={() => save.mutate(choice)}
            />
          ))}
          {host.savePdf !== null && (
            <ExportItem label="PDF" about="The HTML report, printed" onClick={() => save.mutate('pdf')} />
          )}
          <Menu.Divider />
          <RedactItem redact={redact} onRedact={setRedact} />
          <BaselineNote />
        </Menu.Dropdown>
      </Menu>
      {save.isError && (
        <Block pos="absolute" top={44} right={0} style={{ zIndex: 2 }}>
          <ErrorPanel title="Could not export" problem={toProblem(save.error)} onDismiss={save.reset} />
        </Block>
      )}
    </>
  )
}

function ExportItem({ label, about, onClick }: ExportItemProps) {
  return (
    <Menu.Item onClick={onClick}>
      {label}
      <Block component="span" display="block" c="dimmed" fz={11} lh="14px">
        {about}
      </Block>
    </Menu.Item>
  )
}

/** Reports are of the file: what is chosen here is not in them. */
function BaselineNote() {
  const { detail, names, baselineId } = useExperiment()
  const own = detail.plan.baselineId
  if (baselineId === own) return null
  return (
    <Menu.Label>
      Exports compare with the baseline of the file, {showControls(names.findName(own))}, not with{' '}
      {showControls(names.findName(baselineId))}.
    </Menu.Label>
  )
}

function RedactItem({ redact, onRedact }: RedactItemProps) {
  return (
    <Menu.Item
      closeMenuOnClick={false}
      role="menuitemcheckbox"
      aria-checked={redact}
      onClick={() => onRedact(!redact)}
    >
      <Row component="span" gap={0} justify="space-between">
        Redact
        <Switch checked={redact} readOnly tabIndex={-1} aria-hidden />
      </Row>
      <Block component="span" display="block" c="dimmed" fz={11} lh="14px">
        Replaces paths, addresses, keys and user names
      </Block>
    </Menu.Item>
  )
}

async function savePdf({ savePdf: print }: Host, { text, fileName }: Report): Promise<void> {
  const outcome = await print?.({ text, fileName: fileName.replace(/\.html$/, '.pdf') })
  if (outcome?.kind === 'failed') throw new Error(outcome.message)
  if (outcome?.kind === 'saved') notifications.show({ title: 'Saved as PDF', message: fileName })
}
