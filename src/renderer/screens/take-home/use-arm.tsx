import { ActionIcon, Button, Modal, Select, Tooltip } from '@mantine/core'
import { IconArrowBarToRight } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usualTrigger } from '../../../shared/installation/policy-types.ts'
import type { Settings } from '../../../shared/methods/provider-types.ts'
import type { UsePlan, UseTargetInfo, WrittenSettings } from '../../../shared/take-home/use-plan-types.ts'
import {
  formatFormHeadline,
  formKinds,
  describeWrittenSettings,
} from '../../../shared/take-home/use-words.ts'
import type { UseRequest } from '../../../shared/take-home/uses-contract.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { usePresetArm } from '../../data/use-preset-arm.ts'
import { CopyTextButton } from '../../ui/components/copy-text-button.tsx'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { FigureInput } from '../../ui/components/form/figure-input.tsx'
import { SkeletonRows } from '../../ui/components/skeleton-rows.tsx'
import { TextWithCode } from '../../ui/components/text-with-code.tsx'
import { Block, Column, Grid, Note, Pre, Row } from '../../ui/layout/layout.tsx'

/** An arm that somebody wants to use, with what is known of where and how. */
export type Used = Readonly<{
  arm: string
  label: string
  settings?: Settings | undefined
  /** Chosen at first where the arm can be used there. */
  target?: string | undefined
  at?: UsePlan['at'] | undefined
  /** Window of the task that it is used from; absent and null where there is none or it is not known. */
  windowTokens?: number | null | undefined
}>

/** Opens the forms in which an arm is used elsewhere: settings of agents, requests, code. */
export function UseArmButton({ used, isIcon = false }: { readonly used: Used; readonly isIcon?: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const open = (): void => setIsOpen(true)
  return (
    <>
      {isIcon ? (
        <Tooltip label="Use it elsewhere">
          <ActionIcon size={22} aria-label={`Use ${used.label}`} onClick={open}>
            <IconArrowBarToRight size={15} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ) : (
        <Button variant="default" leftSection={<IconArrowBarToRight size={14} aria-hidden />} onClick={open}>
          Use this
        </Button>
      )}
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={`Use ${used.label}`} size={760}>
        <UseForm used={used} />
      </Modal>
    </>
  )
}

type UsePresetProps = {
  readonly providerId: string
  readonly presetId: string | null
  readonly settings?: Settings
  readonly at?: UsePlan['at']
  readonly windowTokens?: number | null
  readonly isIcon?: boolean
}

/** The same for a provider with a preset; nothing where that is no arm. */
export function UsePresetButton({ providerId, presetId, isIcon = false, ...used }: UsePresetProps) {
  const arm = usePresetArm(providerId, presetId)
  return arm === null ? null : (
    <UseArmButton used={{ arm: arm.id, label: arm.label, ...used }} isIcon={isIcon} />
  )
}

function UseForm({ used }: { readonly used: Used }) {
  const { queries } = useEngine()
  const targets = useQuery(queries.uses.targets.queryOptions({ input: { arm: used.arm } }))
  if (targets.isError) return <ErrorPanel problem={toProblem(targets.error)} />
  if (targets.data === undefined) return <SkeletonRows label="Looking where it can be used" rows={3} />
  if (targets.data.length === 0)
    return (
      <Block component="p" breaks>
        No agent, vendor or framework that Dewpoint knows has a setting for {used.label}. Condense a task with
        it and download the result, or choose a method that an agent runs itself.
      </Block>
    )
  return <TargetForm used={used} targets={targets.data} />
}

/** No size below this is one to condense at. */
const leastTokens = 1000

type TargetFormProps = { readonly used: Used; readonly targets: readonly UseTargetInfo[] }

function TargetForm({ used, targets }: TargetFormProps) {
  const first = targets.find(({ id }) => id === used.target) ?? targets[0]
  const [target, setTarget] = useState(first?.id ?? '')
  const [tokens, setTokens] = useState<number | null>(used.at?.tokens ?? null)
  const usualWindow = used.at?.windowTokens ?? used.windowTokens ?? usualTrigger.windowTokens
  const [windowSize, setWindowSize] = useState<number | null>(usualWindow)
  const windowTokens = windowSize ?? usualWindow
  const request: UseRequest = {
    arm: used.arm,
    target,
    ...(used.settings === undefined ? {} : { settings: used.settings }),
    ...(tokens === null || tokens < leastTokens ? {} : { at: { tokens, windowTokens } }),
  }
  const groups = Map.groupBy(targets, ({ kind }) => formKinds[kind])
  return (
    <Column gap="md">
      <Grid columns="2fr 1fr 1fr" gap="md" align="end">
        <Select
          label="In"
          data={[...groups].map(([group, items]) => ({
            group,
            items: items.map(({ id, label }) => ({ value: id, label })),
          }))}
          value={target}
          allowDeselect={false}
          onChange={(id) => id !== null && setTarget(id)}
        />
        <FigureInput
          label="Condense at"
          placeholder="its own size"
          unit="tok"
          isWhole
          value={tokens}
          onChange={setTokens}
        />
        <FigureInput label="Window" unit="tok" isWhole value={windowSize} onChange={setWindowSize} />
      </Grid>
      <PlanPane request={request} />
    </Column>
  )
}

function PlanPane({ request }: { readonly request: UseRequest }) {
  const { client, queries } = useEngine()
  const plan = useQuery(
    queries.uses.plan.queryOptions({
      input: request,
      gcTime: 0,
      retry: false,
      placeholderData: (old) => old,
    }),
  )
  const write = useMutation({
    mutationFn: (sha256: string | null) => client.uses.write({ ...request, sha256 }),
    onSettled: () => plan.refetch(),
  })
  const undo = useMutation({
    mutationFn: ({ id }: WrittenSettings) => client.uses.restore({ id }),
    onSuccess: () => write.reset(),
    onSettled: () => plan.refetch(),
  })
  const failed = [plan, write, undo].find(({ isError }) => isError)
  const problem = failed === undefined ? null : toProblem(failed.error)
  const written = write.data ?? null
  // That there is nothing to set is no failure: it is said of the target, not of a file.
  if (plan.isError && problem?.where === request.target)
    return (
      <Block component="p" breaks role="status">
        {problem.message}
        {request.at === undefined && ' Name a size to condense at.'}
      </Block>
    )
  return (
    <>
      {problem !== null && <ErrorPanel problem={problem} />}
      {plan.data !== undefined && !plan.isError && (
        <PlanText
          plan={plan.data}
          written={written}
          isBusy={write.isPending || undo.isPending}
          onWrite={() => write.mutate(plan.data.file?.sha256 ?? null)}
          onUndo={() => written !== null && undo.mutate(written)}
        />
      )}
    </>
  )
}

type PlanTextProps = {
  readonly plan: UsePlan
  readonly written: WrittenSettings | null
  readonly isBusy: boolean
  readonly onWrite: () => void
  readonly onUndo: () => void
}

function PlanText({ plan, written, isBusy, onWrite, onUndo }: PlanTextProps) {
  const { file, text, notes, packages } = plan
  const isChanged = file !== null && file.diff !== ''
  return (
    <>
      <Block component="p" breaks>
        <TextWithCode text={formatFormHeadline(plan, false)} />
      </Block>
      {(file === null || isChanged) && (
        <Pre mah={320} py="sm" px="md" scroll line="around" tabIndex={0}>
          {isChanged ? file.diff : text}
        </Pre>
      )}
      <Row align="stretch" wrap>
        {isChanged && (
          <Button loading={isBusy} onClick={onWrite}>
            Write the file
          </Button>
        )}
        <CopyTextButton text={text} label="Copy" />
        {written !== null && (
          <Button variant="default" loading={isBusy} onClick={onUndo}>
            Undo
          </Button>
        )}
      </Row>
      {written !== null && (
        <Block component="p" breaks role="status">
          {describeWrittenSettings(written)}
        </Block>
      )}
      <Note component="ul" pl={18}>
        {packages.length > 0 && <li>For {packages.join(' and ')}.</li>}
        {notes.map((note) => (
          <li key={note}>
            <TextWithCode text={note} />
          </li>
        ))}
      </Note>
    </>
  )
}
